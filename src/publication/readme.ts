/** README.md of a published folder: what is in it, and how to check it. */
import { scorerHere } from './identity.ts'
import { plain, table } from './markdown.ts'
import { FILES } from './names.ts'
import type { Whole } from './whole.ts'

export function readmeText({ published, context }: Whole): string {
  const { plan, head, attempts } = published
  const { parley, digest } = context.writer ?? scorerHere(context.sha256, plan.created.protocol)
  const blocks = [
    `# ${plain(plan.now.title)}`,
    `This is the whole record of the study \`${plan.created.study}\`: ${attempts.length} assignments, what came of each, and all that is needed to check it. Begin with [${FILES.results}](${FILES.results}); [${FILES.dictionary}](${FILES.dictionary}) explains every file and column.`,
    '## How to check it',
    'With Node 22 or newer and nothing else:',
    '```sh\nnode verify.mjs\n```',
    `Or, with Parley ${parley} installed, \`parley verify .\` does the same with a verifier that did not come with the folder. Neither needs a network. Both check that`,
    [
      `every file is the one that \`${FILES.manifest}\` names, and no other is here;`,
      `the manifest is the one that the study's own stream holds (\`${FILES.seal}\`);`,
      'the chain of the record is whole, and what was opened fits its commitments;',
      'the registration is the one that the record leads to;',
      'each request comes out the same when it is rendered again;',
      'each reply, read by the rules again, leads to the recorded end and points;',
      'each file, made anew from the record, is the one that is here, cell by cell;',
      'every assignment is accounted for.',
    ]
      .map((line) => `- ${line}`)
      .join('\n'),
    `One hash stands for all of it: the last one in \`${FILES.seal}\`. Where you know it from elsewhere, \`node verify.mjs --head <hash>\` shows that this is the same folder.`,
    table(
      ['what', 'which'],
      [
        ["last hash of the study's own stream", head],
        ['written by', `Parley ${parley}`],
        ['rules, by their golden vectors', digest],
        ['rules as registered', plan.registered?.rules.digest ?? 'never registered'],
        ['opened', context.opened.length > 0 ? context.opened.join(', ') : 'nothing'],
      ],
    ),
    '## What is in it',
    table(
      ['file', 'what it is'],
      [
        [
          FILES.summary,
          'the results by pairing; `reader-<factor>-summary.csv` by the levels of a factor; `comparisons.csv` their differences',
        ],
        [FILES.attempts, 'every assignment, what came of it'],
        [FILES.log, 'every assignment, in its order, and when it was played'],
        [`${FILES.turns}, ${FILES.offers}`, 'every turn and every offer, with the points of all parties'],
        [FILES.scores, 'points as exact fractions'],
        [FILES.calls, 'every request to a model and what came back'],
        ['transcripts/', 'every negotiation, to be read'],
        ['packs/', 'the scenarios: rules, points, prompts'],
        [
          `${FILES.registration}, ${FILES.history}`,
          'what was registered, and everything that happened to the study since',
        ],
        ['record/', 'the record itself, event by event'],
        [
          `${FILES.crate}, ${FILES.croissant}, ${FILES.citation}`,
          'metadata for archives, tools and references',
        ],
      ],
    ),
  ]
  return `${blocks.join('\n\n')}\n`
}
