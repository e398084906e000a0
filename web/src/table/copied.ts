/** Copying with a word that it was done, for as long as one looks at it. */
import { useState } from 'react'

/** Whether the text was just copied, and what copies it. Without a clipboard it can still be marked by hand. */
export function useCopied(text: string): readonly [copied: boolean, copy: () => Promise<void>] {
  const [copied, setCopied] = useState(false)
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      window.setTimeout(() => setCopied(false), 2000)
    } catch {
      // Nothing is said to be copied.
    }
  }
  return [copied, copy]
}
