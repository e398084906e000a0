/** The page of a study that another thread reads: what that one made of it, and what is known here now. */
import { progressOf } from '../progress.ts'
import type { RecordIndex } from '../record-index.ts'
import { attemptsOf, type StudyAbout, studyPage } from '../study-page.ts'
import type { StudyPage } from '../types.ts'
import type { MadePage } from './feed.ts'

/** `made`: undefined until all was read once. `now`: milliseconds. */
export function fedPage(
  index: RecordIndex,
  made: MadePage | undefined,
  about: StudyAbout,
  now: number,
): StudyPage {
  if (!made) return studyPage(index, undefined, about, now)
  const { done, all } = index.reading
  return {
    ...made,
    ...progressOf(index, now),
    ...(done < all ? { reading: { done, all } } : {}),
    attempts: attemptsOf(index, about.study),
  }
}
