/**
 * The names of seats that no party sits on. A talk's observer has the seat `observer`; further readings of the same
 * transcript, which confirm the first, have `observer.2`, `observer.3`, … Ids of parties hold no dots.
 */
import type { Seat } from './contract.ts'

/** The seat of the first reading, and the name under which a study says who observes. */
export const OBSERVER = 'observer'

/** Whether a seat is an observer's: the first reading's or a confirming one's. */
export const isObserver = (seat: Seat): boolean => seat === OBSERVER || /^observer\.[1-9]\d*$/.test(seat)

/** The seat of the k-th reading of one transcript, from 1. */
export const observerSeat = (k: number): Seat => (k === 1 ? OBSERVER : `${OBSERVER}.${k}`)

/** Which reading of a transcript the observer's seat is for, from 1. */
export const readingNumber = (seat: Seat): number =>
  seat === OBSERVER ? 1 : Number(seat.slice(OBSERVER.length + 1))

/** The seat as assignments name it: all readings of a talk are the observer's, a party's seat is its own. */
export const baseSeat = (seat: Seat): Seat => (isObserver(seat) ? OBSERVER : seat)
