/**
 * The list of commands: names and summaries stand here, so that help needs no other file; the rest of a command
 * is imported when it is called.
 */
import type { Command } from 'commander'
import type { Io } from './io.ts'

export interface CommandModule {
  /** Adds arguments, options, help texts and the action. The action throws a UserError for a person's mistake. */
  define(command: Command, io: Io): void
}

export interface CommandEntry {
  readonly name: string
  readonly summary: string
  load(): Promise<CommandModule>
}

export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'init',
    summary: 'Begin a study, from a few questions',
    load: () => import('./commands/init.ts'),
  },
  {
    name: 'validate',
    summary: 'Say everything that is wrong with a scenario or a study',
    load: () => import('./commands/validate.ts'),
  },
  {
    name: 'analyze',
    summary: 'Describe the outcome space: frontier, solutions, gains',
    load: () => import('./commands/analyze.ts'),
  },
  {
    name: 'render',
    summary: 'Print the exact prompt that a party would be sent',
    load: () => import('./commands/render.ts'),
  },
  {
    name: 'plan',
    summary: 'Show the design of a study, and what it may cost',
    load: () => import('./commands/plan.ts'),
  },
  {
    name: 'register',
    summary: 'Fix a study before anything of it is played',
    load: () => import('./commands/register.ts'),
  },
  {
    name: 'generate',
    summary: 'Draw fresh games with the properties that you ask for',
    load: () => import('./commands/generate.ts'),
  },
  {
    name: 'clone',
    summary: 'Make the same game in other words, with shared templates',
    load: () => import('./commands/clone.ts'),
  },
  {
    name: 'import',
    summary: 'Analyse results of others, or make a scenario of their game',
    load: () => import('./commands/import.ts'),
  },
  {
    name: 'run',
    summary: 'Play a study, or go on with it after a stop',
    load: () => import('./commands/run.ts'),
  },
  {
    name: 'play',
    summary: 'Sit down at a scenario yourself, in the terminal',
    load: () => import('./commands/play.ts'),
  },
  {
    name: 'amend',
    summary: 'Note what was changed in a study since, and why',
    load: () => import('./commands/amend.ts'),
  },
  {
    name: 'extend',
    summary: 'Add negotiations to a study; they replace none',
    load: () => import('./commands/extend.ts'),
  },
  {
    name: 'request-timestamp',
    summary: 'Write what a time-stamping authority is asked',
    load: () => import('./commands/request-timestamp.ts'),
  },
  {
    name: 'anchor',
    summary: 'Attach to a registration what vouches for its time',
    load: () => import('./commands/anchor.ts'),
  },
  {
    name: 'serve',
    summary: 'Show studies in a browser, live; play at tables with people',
    load: () => import('./commands/serve.ts'),
  },
  {
    name: 'status',
    summary: 'Say how far a study is, also while it runs',
    load: () => import('./commands/status.ts'),
  },
  {
    name: 'observe',
    summary: 'Let another observer read the talks of a study',
    load: () => import('./commands/observe.ts'),
  },
  {
    name: 'label',
    summary: 'Label talks by hand, blind to who talked',
    load: () => import('./commands/label.ts'),
  },
  {
    name: 'probe',
    summary: 'Ask those who talked whether they knew the situation',
    load: () => import('./commands/probe.ts'),
  },
  {
    name: 'contrast',
    summary: 'Compare one clone of a scenario with the others',
    load: () => import('./commands/contrast.ts'),
  },
  {
    name: 'report',
    summary: 'Print the results of a study, or of published attempts',
    load: () => import('./commands/report.ts'),
  },
  {
    name: 'rescore',
    summary: 'Say what the same outcomes are worth under other points',
    load: () => import('./commands/rescore.ts'),
  },
  {
    name: 'power',
    summary: 'Say how large the next study must be',
    load: () => import('./commands/power.ts'),
  },
  {
    name: 'show',
    summary: "List a study's negotiations, or print one as a conversation",
    load: () => import('./commands/show.ts'),
  },
  {
    name: 'replay',
    summary: 'Check a record: its chain, its rules, its requests',
    load: () => import('./commands/replay.ts'),
  },
  {
    name: 'export',
    summary: 'Publish a study: tables, transcripts, and the record itself',
    load: () => import('./commands/export.ts'),
  },
  {
    name: 'site',
    summary: 'Write a study as web pages that anybody can read and check',
    load: () => import('./commands/site.ts'),
  },
  {
    name: 'verify',
    summary: 'Check a published study, with nothing but its folder',
    load: () => import('./commands/verify.ts'),
  },
  {
    name: 'models',
    summary: 'Check the models of a study with one tiny call each',
    load: () => import('./commands/models.ts'),
  },
  {
    name: 'stub-server',
    summary: "Speak the providers' APIs, with scripts in place of models",
    load: () => import('./commands/stub-server.ts'),
  },
  {
    name: 'schema',
    summary: 'Print the JSON Schema of a scenario, a study or a theme',
    load: () => import('./commands/schema.ts'),
  },
]
