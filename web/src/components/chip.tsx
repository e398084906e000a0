import type { ReactElement } from 'react'
import { TextMark } from '../charts/shapes.tsx'
import { classes, partyClass } from './look.ts'

interface ChipProps {
  /** The party's place among the scenario's parties; left out for who is no party. */
  readonly index?: number | undefined
  readonly label: string
  /** Who plays it, or what else belongs to it. */
  readonly of?: string | undefined
}

/** A party's name in its colour, with its mark. */
export const Chip = ({ index, label, of }: ChipProps): ReactElement => (
  <span className={classes('chip', partyClass(index))}>
    {index !== undefined && index >= 0 && <TextMark kind={index} />}
    <bdi>{label}</bdi>
    {of !== undefined && of !== label && (
      <span className="of">
        <bdi>{of}</bdi>
      </span>
    )}
  </span>
)

type Tone = 'good' | 'bad' | 'warn'

/** One word about how something stands. */
export const Tag = ({
  tone,
  children,
}: {
  readonly tone?: Tone | undefined
  readonly children: string
}): ReactElement => (
  <span className={classes('tag', tone)}>
    <bdi>{children}</bdi>
  </span>
)
