/** For servers that compress although they were asked not to: what came of a body, decoded, also of half a body. */
import { brotliDecompressSync, constants, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'

const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH, ZSTD_e_flush } = constants
const MOST_BYTES = 64 * 1024 * 1024

const DECODERS: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  gzip: (bytes) => gunzipSync(bytes, { finishFlush: Z_SYNC_FLUSH, maxOutputLength: MOST_BYTES }),
  deflate: (bytes) => inflateSync(bytes, { finishFlush: Z_SYNC_FLUSH, maxOutputLength: MOST_BYTES }),
  br: (bytes) =>
    brotliDecompressSync(bytes, { finishFlush: BROTLI_OPERATION_FLUSH, maxOutputLength: MOST_BYTES }),
  zstd: (bytes) => zstdDecompressSync(bytes, { finishFlush: ZSTD_e_flush, maxOutputLength: MOST_BYTES }),
}

/**
 * A body decoded by its `content-encoding`, the last applied first. Bytes that cannot be decoded stay as they came:
 * they are told of as unreadable, not lost.
 */
export function decompressed(bytes: Uint8Array, encoding: string): Uint8Array {
  let decoded = bytes
  try {
    for (const name of encoding.toLowerCase().split(',').reverse()) {
      decoded = DECODERS[name.trim().replace(/^x-/, '')]?.(decoded) ?? decoded
    }
    return decoded
  } catch {
    return bytes
  }
}
