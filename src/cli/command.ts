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
    name: 'validate',
    summary: 'Say everything that is wrong with a scenario or a study',
    load: () => import('./commands/validate.ts'),
  },
  {
    name: 'analyze',
    summary: 'Describe the outcome space: frontier, solution points, gains',
    load: () => import('./commands/analyze.ts'),
  },
  {
    name: 'render',
    summary: 'Print the exact prompt that a party would be sent',
    load: () => import('./commands/render.ts'),
  },
  {
    name: 'plan',
    summary: 'Say what a study may cost, and which cap is safe',
    load: () => import('./commands/plan.ts'),
  },
  {
    name: 'generate',
    summary: 'Draw fresh games with the properties that you ask for',
    load: () => import('./commands/generate.ts'),
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
    name: 'status',
    summary: 'Say how far a study is, also while it runs',
    load: () => import('./commands/status.ts'),
  },
  {
    name: 'report',
    summary: 'Print the results of a study, or of published attempts',
    load: () => import('./commands/report.ts'),
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
    summary: 'Print the JSON Schema of scenario.yaml or study.yaml',
    load: () => import('./commands/schema.ts'),
  },
]
