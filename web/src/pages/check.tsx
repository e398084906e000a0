/** 'Check this yourself': what a check does, the place where a browser makes it, and how to do it without one. */
import type { ReactElement } from 'react'
import type { CheckPage } from '../../../src/site/render.ts'
import { Command } from '../components/states.tsx'
import { bytes, counted, Facts } from '../components/words.tsx'

interface CheckProps {
  readonly page: CheckPage
  /** Where the published files lie, seen from this page. */
  readonly data: string
  /** The published folder as one file. */
  readonly archive: string
}

export const Check = ({ page, data, archive }: CheckProps): ReactElement => (
  <div className="page">
    <header className="opening">
      <h1>Check this yourself</h1>
      <p className="lead">
        Nobody has to be believed: the published files hold every event of <bdi>{page.title}</bdi>, and the
        rules that lead from what was said to every figure on these pages.
      </p>
    </header>
    <section className="section" aria-labelledby="here">
      <h2 id="here">In this browser</h2>
      <p>
        {counted(page.files, 'file')} ({bytes(page.bytes)}) are fetched from this site, and{' '}
        {counted(page.negotiations, 'negotiation')} replayed and scored again on your own device. Nothing
        leaves it. The check is the one that the command makes, and tells each difference with its file and
        place.
      </p>
      {/* Its room is kept for what the script puts there. */}
      <div className="check-place stack" data-check={data} />
      <p className="small muted">
        This needs a browser that runs the script of this page, and a page that came from a web server: one
        that was opened from a disk may fetch no files (<code>python3 -m http.server</code> in the folder of
        this site serves it). Otherwise check the files by the command below.
      </p>
    </section>
    <section className="section" aria-labelledby="steps">
      <h2 id="steps">What is checked</h2>
      <Facts facts={WHAT} />
    </section>
    <section className="section" aria-labelledby="elsewhere">
      <h2 id="elsewhere">Without this page</h2>
      <p>
        A page can be made to say anything, this one too. Whoever wants to trust no more than code{' '}
        <a href={archive} download="">
          downloads the folder
        </a>{' '}
        and runs the verifier in it (Node 22 or newer, no network, nothing else), or Parley itself.
      </p>
      <Command>node verify.mjs</Command>
      <Command>{sealedCommand(page)}</Command>
      {page.sealed !== undefined && (
        <p>
          One hash stands for every byte of the folder: <code>{page.sealed}</code>. Compare it with what the
          author put elsewhere, in a paper or a registry. A check shows that a folder is whole and agrees with
          itself; without that hash it cannot show that its author did not make all of it anew.
        </p>
      )}
    </section>
  </div>
)

const sealedCommand = ({ sealed }: CheckPage): string =>
  sealed === undefined ? 'parley verify data' : `parley verify data --head ${sealed}`

const WHAT = [
  { name: 'Files', value: 'Every file has the length and the hash that the manifest names.' },
  { name: 'Seal', value: "The manifest is the one that the study's own record holds." },
  {
    name: 'Chain',
    value: 'Every event is linked to the one before: nothing was changed, added or taken out.',
  },
  {
    name: 'Protocol and points',
    value:
      'Every reply is read again, every negotiation replayed by the rules and scored in exact fractions.',
  },
  {
    name: 'Requests',
    value: 'Every request to a model is rendered again and compared with the hash of what was sent.',
  },
  {
    name: 'Tables',
    value: 'Every table and transcript is made again from the record and compared cell by cell.',
  },
  { name: 'Attempts', value: 'Every planned negotiation is completed, interrupted, running, or not begun.' },
  { name: 'Scorer', value: 'The rules that are used are those that were registered.' },
]
