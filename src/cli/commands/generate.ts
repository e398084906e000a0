/** `parley generate`: fresh games with properties that are asked for, the same from the same seed everywhere. */
import type { Command } from 'commander'
import { helpEnd } from '../help.ts'
import type { Io } from '../io.ts'

export function define(command: Command, io: Io): void {
  const votes = command
    .command('package-votes')
    .description('a game of many parties over one package of options')
    .option('--parties <n>', 'how many parties', '6')
    .option('--issues <n>', 'how many issues', '5')
    .option('--options <n>', 'options of each issue: 3, or 2..4', '3')
    .option('--acceptable <range>', 'outcomes acceptable to all: 20..60, or 5%..25%')
    .option('--opposition <range>', 'how opposed the parties are, from 0 to 1: 0.3..0.6')
    .option('--vetoes <n>', 'how many parties hold a veto', '0')
    .option('--accept <rule>', 'who must support a deal: all, or all-but-one', 'all')
    .option('--rounds <n>', 'rounds of the negotiation', '4')
    .option('--information <what>', 'private or common score sheets', 'private')
  shared(votes).action(async (options: Record<string, string>) => {
    const { generateVotes } = await import('../generate-votes.ts')
    await generateVotes(options, io)
  })
  const two = command
    .command('alternating-offers')
    .description('a game of two with a set largest joint gain')
    .option('--issues <n>', 'how many issues', '3')
    .option('--continuous', 'issues with numbers (unless --discrete is given)')
    .option('--discrete', 'issues with options')
    .option('--options <n>', 'options of each issue where they are discrete: 5, or 3..6', '5')
    .option('--joint-gain <points>', 'the largest joint gain, met exactly: whole points', '90')
    .option('--opposition <range>', 'how opposed the two are, from 0 to 1: 0.3..0.6')
    .option('--turns <n>', 'turns of the negotiation', '12')
  shared(two).action(async (options: Record<string, string>) => {
    const { generateBilateral } = await import('../generate-bilateral.ts')
    await generateBilateral(options, io)
  })
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
        'parley generate alternating-offers --discrete --joint-gain 60 --seed 1 --out games',
        'a game of two over options whose largest joint gain is 60 points',
      ],
    ],
    ['invalid'],
  )
}

const shared = (command: Command): Command =>
  command
    .option('--seed <n>', 'the same seed gives the same game on every machine', '1')
    .option('--count <n>', 'how many games, of this seed and the next ones', '1')
    .option('--theme <name>', 'the words: harbour, valley, festival, or a file; drawn unless given')
    .option('--tries <n>', 'how many games are drawn before it gives up')
    .option('--out <folder>', 'where the games go, a folder each; otherwise one is printed')
    .option('--json', 'print what was made as JSON')
