/** What the owner alone can do: orders, choices, a class. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { tokenIn } from '../../../../test/support/house.ts'
import type { ClassMade, ClassPage, TableChoices } from '../../../pages/table-types.ts'
import { asked, call, closeAll, everyPath, move, offer, PEOPLE, start } from './suite-tables.ts'

afterEach(closeAll)

describe('the owner', () => {
  test('alone makes tables, sees them and changes them', async () => {
    const server = await start()
    const made = await server.make(PEOPLE)
    for (const [method, path] of await everyPath(made)) {
      if (path.startsWith('/api/seat') || path.startsWith('/api/watch')) continue
      const response = await fetch(server.url + path, {
        method,
        ...(method === 'POST' ? { body: '{}' } : {}),
      })
      expect([method, path, response.status]).toEqual([method, path, 401])
    }
  })

  test('is told what is wrong with an order', async () => {
    const server = await start()
    const order = async (more: object): Promise<[number, string]> => {
      const response = await server.owner('POST', '/api/tables', { ...PEOPLE, ...more })
      const { error } = (await response.json()) as { error: { message: string } }
      return [response.status, error.message]
    }
    expect(await order({ scenario: 'nowhere' })).toEqual([404, expect.stringContaining('nowhere')])
    expect(await order({ scenario: '../../etc' })).toEqual([404, expect.any(String)])
    expect(await order({ seats: { buyer: { who: 'person' } } })).toEqual([
      400,
      expect.stringContaining('seller'),
    ])
    expect(await order({ seats: { ...PEOPLE.seats, seller: { who: 'walker' } } })).toEqual([
      400,
      expect.stringContaining('cannot play'),
    ])
    expect(await order({ seats: { ...PEOPLE.seats, seller: { who: 'anthropic:x' } } })).toEqual([
      400,
      expect.stringContaining('costs money'),
    ])
    expect(
      await order({ seats: { ...PEOPLE.seats, seller: { who: '{ provider: openai, base_url: x }' } } }),
    ).toEqual([400, expect.stringContaining('person, a script')])
    expect(await order({ opener: 'nobody' })).toEqual([400, expect.stringContaining('nobody')])
    expect(readdirSync(server.folder)).toEqual([])
  })

  test('chooses among what can be played here', async () => {
    const server = await start({ providers: ['anthropic'] })
    const choices = (await (await server.owner('GET', '/api/tables/choices')).json()) as TableChoices
    expect(choices.providers).toEqual(['anthropic'])
    expect(choices.scenarios.map(({ scenario }) => scenario)).toEqual([
      'concert-tickets',
      'northgate',
      'orange',
    ])
    expect(choices.scenarios[0]!.scripts[0]).toMatchObject({ name: 'frequency' })
    const bare = await start({ scenarios: {} })
    const shipped = (await (await bare.owner('GET', '/api/tables/choices')).json()) as TableChoices
    expect(shipped.scenarios.map(({ scenario }) => scenario)).toContain('concert-tickets')
  })
})

describe('a class', () => {
  test('a table per pair, links for all, all deals on one page', async () => {
    const server = await start()
    const names = ['Ada', 'Ben', 'Cleo', '<b>Dan</b>', 'Eve']
    const response = await server.owner('POST', '/api/classes', {
      scenario: 'concert-tickets',
      title: 'Monday',
      names,
      spare: 'conceder',
      opener: 'buyer',
      beside: [{ buyer: 'boulware', seller: 'conceder' }],
    })
    expect(response.status).toBe(201)
    const made = (await response.json()) as ClassMade
    expect(made.links.map(({ name }) => name)).toEqual(names)
    expect(new Set(made.links.map(({ path }) => path)).size).toBe(5)
    const token = tokenIn(made.links[0]!.path)
    await move(server, token, await asked(server, token), offer(72))
    const other = tokenIn(made.links[1]!.path)
    await move(server, other, await asked(server, other), { action: 'ACCEPT', offer_id: 'O1', message: '' })
    const pageOf = async (): Promise<ClassPage> =>
      (await (await server.owner('GET', `/api/classes/${made.class}`)).json()) as ClassPage
    await expect
      .poll(async () => (await pageOf()).tables.filter(({ state }) => state === 'ended').length)
      .toBe(2)
    const page = await pageOf()
    expect(page.tables).toHaveLength(4)
    expect(page.tables[0]!.end?.points?.buyer?.value).toBeGreaterThan(0)
    expect(page.space?.frontier.length).toBeGreaterThan(0)
    const sheet = await server.owner('GET', `/api/classes/${made.class}/results.csv`)
    expect(sheet.headers.get('content-disposition')).toBe(`attachment; filename="${made.class}.csv"`)
    const [head, first, second] = (await sheet.text()).split('\n')
    expect(head).toBe(
      'table,who_buyer,who_seller,state,end,end_text,turn,term_unit_price_usd,term_cancellation_fee_pct,term_name_change_notice_hours,points_buyer,gain_buyer,points_seller,gain_seller,joint_gain,record',
    )
    const { points } = page.tables[0]!.end!
    const [buyer, seller] = [points!.buyer!.value, points!.seller!.value]
    const figures = [buyer, buyer - 20, seller, seller - 20, buyer + seller - 40].map((n) => n.toFixed(4))
    const cells = first!.split(',')
    expect(cells.slice(0, 5)).toEqual(['1', 'Ada', 'Ben', 'ended', 'agreement'])
    expect(cells.slice(-9, -6)).toEqual(['72.00', '20.00', '24.50'])
    expect(cells.slice(-6, -1).map((cell) => Number(cell).toFixed(4))).toEqual(figures)
    // What is not known yet is blank.
    expect(second).toMatch(/^2,Cleo,<b>Dan<\/b>,waiting,,,1,,,,,,,,,concert-tickets-/)
    // Nobody's name is in a study or its record.
    for (const { study } of server.house.tables) {
      for (const file of ['study.yaml', 'record.sqlite']) {
        const bytes = readFileSync(join(study.folder, file))
        for (const name of ['Ada', 'Ben', 'Cleo', 'Dan']) expect(bytes.includes(name)).toBe(false)
      }
    }
    // A seat's page says nothing of who else is there.
    const text = await (await call(server, token, 'GET', '/api/seat')).text()
    for (const name of ['Ben', 'Cleo', 'Monday']) expect(text).not.toContain(name)
  })

  test('that does not come out even needs somebody for the rest, and leaves nothing behind', async () => {
    const server = await start()
    const odd = await server.owner('POST', '/api/classes', { scenario: 'concert-tickets', names: ['Ada'] })
    expect(odd.status).toBe(400)
    const wrong = await server.owner('POST', '/api/classes', {
      scenario: 'concert-tickets',
      names: ['Ada', 'Ben', 'Cleo'],
      spare: 'nobody',
    })
    expect(wrong.status).toBe(400)
    expect(readdirSync(server.folder)).toEqual([])
    expect(server.house.tables).toEqual([])
  })

  test('of thirty names is fifteen tables, and its names run as no formulas in a sheet', async () => {
    const server = await start()
    const names = Array.from({ length: 30 }, (_, i) => `=Student(${i + 1})`)
    const response = await server.owner('POST', '/api/classes', { scenario: 'concert-tickets', names })
    expect(response.status).toBe(201)
    const made = (await response.json()) as ClassMade
    expect(made.links).toHaveLength(30)
    const sheet = await (await server.owner('GET', `/api/classes/${made.class}/results.csv`)).text()
    expect(sheet.trimEnd().split('\n')).toHaveLength(16)
    expect(sheet).toContain("15,'=Student(29),'=Student(30),waiting")
  })
})
