/**
 * A drawn game as the text of its scenario.yaml. The id ends in the first ten hex digits of the SHA-256 of the
 * content: of the same text without the comment above it and without the id's digits.
 */
import { Document, type Node, Scalar } from 'yaml'
import { packText } from '../pack.ts'

export interface PackParts {
  /** What the id begins with. */
  readonly stem: string
  /** How the game was drawn, for whoever opens the file. */
  readonly comment: readonly string[]
  readonly title: string
  readonly situation: string
  readonly issues: readonly Readonly<Record<string, unknown>>[]
  readonly parties: readonly PartyParts[]
  readonly protocol: Readonly<Record<string, unknown>>
  readonly information: 'private' | 'common'
}

export interface PartyParts {
  readonly id: string
  readonly label: string
  readonly name: string
  readonly about: string
  readonly veto?: boolean
  readonly reservation: number
  /** By issue, by option or number. */
  readonly points: ReadonlyMap<string, ReadonlyMap<string | number, number>>
}

export interface GeneratedPack {
  readonly id: string
  /** The text of scenario.yaml. */
  readonly text: string
}

/** How many hex digits of the content's hash the id ends in. */
const DIGITS = 10

/** Writes the pack. `sha256` gives a text's hash as hex digits. */
export function generatedPack(parts: PackParts, sha256: (text: string) => string): GeneratedPack {
  const digest = contentHash(yamlText(parts, parts.stem), sha256)
  const id = `${parts.stem}-${digest}`
  return { id, text: yamlText(parts, id) }
}

const contentHash = (text: string, sha256: (text: string) => string): string =>
  sha256(packText({ 'scenario.yaml': text.replace(/^(#.*\n|\n)*/, '') })).slice(0, DIGITS)

function yamlText(parts: PackParts, id: string): string {
  const document = new Document()
  const flow = (value: unknown): Node => document.createNode(value, { flow: true })
  const folded = new Scalar(parts.situation)
  folded.type = 'BLOCK_FOLDED'
  document.contents = document.createNode({
    format: 1,
    id,
    title: parts.title,
    situation: folded,
    issues: parts.issues.map(({ options, ...issue }) => ({
      ...issue,
      ...(options !== undefined && { options: flow(options) }),
    })),
    parties: parts.parties.map(({ points, veto, reservation, ...party }) => ({
      ...party,
      ...(veto && { veto }),
      reservation,
      points: new Map([...points].map(([issue, worth]) => [issue, flow(worth)])),
    })),
    protocol: parts.protocol,
    information: parts.information,
  }) as unknown as typeof document.contents
  document.commentBefore = parts.comment.map((line) => ` ${line}`).join('\n')
  return document.toString({ lineWidth: 110, flowCollectionPadding: true })
}

/** Whether an id's last digits are those of the text's content. */
export function holdsToId(text: string, sha256: (text: string) => string): boolean {
  const found = /^id: (.+)-([0-9a-f]{10})$/m.exec(text)
  return found !== null && contentHash(text.replace(found[0], `id: ${found[1]}`), sha256) === found[2]
}
