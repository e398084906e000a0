/** `parley generate`: fresh games with properties that are asked for, the same from the same seed everywhere. */
import type { Command } from 'commander'
import { helpEnd } from '../help.ts'
import type { Io } from '../io.ts'

export function define(command: Command, io: Io): void {
  command
    .argument('<protocol>', 'package-votes (many parties) or alternating-offers (two)')
    .option('--seed <n>', 'the same seed gives the same game on every machine (1)')
    .option('--count <n>', 'how many games, of this seed and the next ones (1)')
    .option('--issues <n>', 'how many issues (5; of two parties 3)')
    .option('--options <n>', 'options of each issue: 3, or 2..4 (3; of two parties 5)')
    .option('--opposition <range>', 'how opposed the parties are, from 0 to 1: 0.3..0.6')
    .option('--parties <n>', 'votes: how many parties (6)')
    .option('--acceptable <range>', 'votes: outcomes acceptable to all: 20..60, or 5%..25%')
    .option('--vetoes <n>', 'votes: how many parties hold a veto (0)')
    .option('--accept <rule>', 'votes: who must support a deal: all, or all-but-one (all)')
    .option('--rounds <n>', 'votes: rounds of the negotiation (4)')
    .option('--information <what>', 'votes: private or common score sheets (private)')
    .option('--continuous', 'two: issues with numbers (unless --discrete)')
    .option('--discrete', 'two: issues with options')
    .option('--joint-gain <points>', 'two: the largest joint gain, met exactly (90)')
    .option('--turns <n>', 'two: turns of the negotiation (12)')
    .option('--theme <name>', 'the words: harbour, valley, festival, or a file (drawn)')
    .option('--tries <n>', 'how many games are drawn before it gives up')
    .option('--out <folder>', 'where the games go, a folder each (one is printed)')
    .option('--json', 'print what was made as JSON')
    .action(async (protocol: string, options: Record<string, unknown>) =>
      (await import('../actions/generate.ts')).generate(protocol, options, io),
    )
  helpEnd(
    command,
    [
      [
        'parley generate package-votes --seed 7 --acceptable 20..60 --opposition 0.3..0.6',
        'prints one game of six parties as a scenario.yaml',
      ],
      [
        'parley generate package-votes --seed 7 --count 100 --out games',
        'writes a hundred games, of seeds 7 to 106, a folder each',
      ],
      [
        'parley generate alternating-offers --discrete --joint-gain 60 --out games',
        'writes a game of two over options whose largest joint gain is 60 points',
      ],
    ],
    ['invalid'],
  )
}
