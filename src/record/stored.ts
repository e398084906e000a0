/** An event as a store keeps it. */
export interface StoredEvent {
  /** Its place in its stream, from 0. */
  readonly seq: number
  /** The public JSON, exactly as it was hashed. */
  readonly body: string
  /** The chain's hash at this event: 64 hex digits. */
  readonly hash: string
  /** JSON of the sealed fields, `{ name: { salt, value } }`; undefined where nothing was sealed or it was left out. */
  readonly sealed?: string
}
