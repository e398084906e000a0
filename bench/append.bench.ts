/**
 * What keeping the record costs: a durable append of one chained event against a bare durable insert of the same
 * bytes, the size of the final file, and the bytes written on the way (`wchar` of /proc/self/io: what this process
 * handed to write calls, log, copying back and all).
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { GENESIS, sealEvent } from '../src/record/chain.ts'
import type { Stamped } from '../src/record/events.ts'
import type { RecordWriter, StoredEvent } from '../src/store/contract.ts'
import { GROUP_BYTES, nodeSha256, openWriter } from '../src/store/index.ts'
import { compare, figure, type Row } from './harness.ts'

const AT = '2025-01-01T12:00:00.000Z'
const TURNS = 10
/** Four negotiations: short rounds, and many, since other programs' writes hold up single ones for long. */
const EVENTS = 4 * (TURNS + 2)

/** One negotiation of concert tickets, as its events: a start, ten replies, an end. */
function* negotiation(name: string): Generator<Stamped> {
  const seats = { buyer: 'boulware', seller: 'conceder' }
  const start = {
    study: 'bench',
    negotiation: name,
    scenario: nodeSha256('pack'),
    protocol: 'alternating-offers',
  }
  yield {
    seq: 0,
    at: AT,
    type: 'negotiation.started',
    format: 1,
    ...start,
    version: 1,
    opener: 'buyer',
    seats,
    seed: name,
  }
  for (let turn = 1; turn <= TURNS; turn++) {
    const terms = { price: 70 - turn, hours: 20 + turn, fee: 96 }
    const message = `I could offer you ${terms.price} at ${terms.hours} hours; I hope that this works for both of us.`
    const text = JSON.stringify({ message, action: 'OFFER', terms, offer_id: null })
    const seat = turn % 2 === 1 ? 'buyer' : 'seller'
    yield { seq: turn, at: AT, type: 'reply.received', seat, turn, repair: 0, text, read: `OFFER O${turn}` }
  }
  const end = { kind: 'no-agreement', reason: 'turns-spent', turn: TURNS } as const
  yield { seq: TURNS + 1, at: AT, type: 'negotiation.ended', end, points: { buyer: '0', seller: '0' } }
}

/** A model's events are longer: a request and a response on the wire, sealed. */
function* modelNegotiation(name: string): Generator<{ event: Stamped; wire?: string }> {
  for (const event of negotiation(name)) {
    yield event.type === 'reply.received' ? { event, wire: event.text.repeat(12) } : { event }
  }
}

const bytesOf = (event: StoredEvent): number =>
  Buffer.byteLength(event.body) + Buffer.byteLength(event.sealed ?? '')
const written = (): number => Number(/wchar: (\d+)/.exec(readFileSync('/proc/self/io', 'utf8'))![1])

/** Appends `count` negotiations, `abreast` of them at a time, with grouped commits; returns their bytes. */
async function appendGrouped(
  writer: RecordWriter,
  count: number,
  abreast: number,
  wire: boolean,
): Promise<number> {
  let bytes = 0
  let begun = 0
  const take = () => {
    const name = `negotiation ${begun++}`
    return { name, events: modelNegotiation(name), head: GENESIS }
  }
  const open = Array.from({ length: abreast }, take)
  while (open.length > 0) {
    for (const one of [...open]) {
      const next = one.events.next()
      if (next.done) {
        open.splice(open.indexOf(one), 1, ...(begun < count ? [take()] : []))
        continue
      }
      const salt = nodeSha256(`${one.name} ${next.value.event.seq}`).slice(0, 32)
      const sealed =
        wire && next.value.wire !== undefined ? { response: { salt, value: next.value.wire } } : undefined
      const event = sealEvent(next.value.event, one.head, nodeSha256, sealed)
      writer.append(one.name, event)
      one.head = event.hash
      bytes += bytesOf(event)
      if (writer.pending >= GROUP_BYTES) await writer.commit()
    }
  }
  await writer.commit()
  return bytes
}

async function durable(folder: string, note: string): Promise<Row> {
  const writer = await openWriter(join(folder, 'durable.sqlite'))
  const bare = new DatabaseSync(join(folder, 'bare.sqlite'))
  bare.exec(`
    PRAGMA page_size = 8192; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
    PRAGMA wal_autocheckpoint = 2000;
    CREATE TABLE events (id INTEGER PRIMARY KEY, body TEXT NOT NULL, hash BLOB NOT NULL) STRICT
  `)
  const insert = bare.prepare('INSERT INTO events (body, hash) VALUES (?, ?)')
  const events = [...negotiation('bare')]
  const plain = events.map((event) => sealEvent(event, GENESIS, nodeSha256))
  const rows = plain.map(({ body, hash }) => ({ body, hash: Buffer.from(hash, 'hex') }))
  let begun = 0
  const row = await compare({
    what: 'Durable append of one chained event',
    unit: 'events/s',
    count: EVENTS,
    rounds: 101,
    warmup: 30,
    ours: async () => {
      for (let k = 0; k < EVENTS; k += TURNS + 2) {
        const name = `negotiation ${begun++}`
        let head = GENESIS
        for (const event of events) {
          const stored = sealEvent(event, head, nodeSha256)
          head = stored.hash
          writer.append(name, stored)
          await writer.commit()
        }
      }
    },
    baseline: {
      name: 'bare durable insert of the same bytes',
      run: () => {
        for (let i = 0; i < EVENTS; i++) {
          const { body, hash } = rows[i % rows.length]!
          insert.run(body, hash)
        }
      },
    },
    bound: { atLeast: 0.8 },
    note,
  })
  await writer.close()
  bare.close()
  return row
}

async function sizes(folder: string, wire: boolean, rounds: number): Promise<Row[]> {
  const files: number[] = []
  const writes: number[] = []
  const events: number[] = []
  const measured = existsSync('/proc/self/io')
  for (let round = 0; round < rounds; round++) {
    const path = join(folder, `sizes-${wire}-${round}.sqlite`)
    const before = measured ? written() : 0
    const writer = await openWriter(path)
    const abreast = wire ? 1 + 3 * (round % 2) : 4 ** (round % 3)
    events.push(await appendGrouped(writer, wire ? 200 : 1000, abreast, wire))
    await writer.close()
    if (measured) writes.push(written() - before)
    files.push(statSync(path).size)
  }
  const kind = wire ? 'with sealed wire bytes' : 'scripted'
  const baseline = { name: "the events' bytes", values: events }
  const note = `new file; ${wire ? '1 and 4' : '1, 4 and 16'} negotiations abreast`
  return [
    figure({
      what: `Final file, ${kind}`,
      unit: 'bytes',
      ours: files,
      baseline,
      bound: { atMost: 1.5 },
      note,
    }),
    ...(measured
      ? [
          figure({
            what: `Written on the way, ${kind}`,
            unit: 'bytes',
            ours: writes,
            baseline,
            bound: { atMost: 3 },
            note,
          }),
        ]
      : []),
  ]
}

/** The magic numbers of statfs(2). */
const FILE_SYSTEMS: Record<number, string> = {
  61267: 'ext4',
  16914836: 'tmpfs',
  1481003842: 'xfs',
  2435016766: 'btrfs',
  2035054128: 'overlay',
}

export default async function (): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-append-'))
  try {
    const { type } = statfsSync(folder)
    const system = FILE_SYSTEMS[type] ?? `file system 0x${type.toString(16)}`
    return [
      await durable(folder, `${system}, synchronous=FULL, one commit each`),
      ...(await sizes(folder, false, 6)),
      ...(await sizes(folder, true, 6)),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
