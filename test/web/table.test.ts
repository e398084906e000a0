/**
 * People at tables in a real browser: a whole play against a script, a connection that breaks in the middle of a turn,
 * two people in two browsers, a class, and what hostile words do (nothing).
 */
import { cpSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SeatLink, TableMade } from '../../src/pages/table-types.ts'
import type { Serving } from '../../src/server/app/serve.ts'
import { openPage, startBrowser } from './browser.ts'
import { overflow, picture, violations, watchJumps } from './page-checks.ts'
import { made, serveTables } from './table-server.ts'

let browser: Browser
let serving: Serving

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-table-pages-'))
  for (const name of ['concert-tickets', 'northgate', 'orange'])
    cpSync(`scenarios/${name}`, join(folder, name), { recursive: true })
  ;[browser, serving] = await Promise.all([startBrowser(), serveTables(folder)])
})
afterAll(async () => {
  await browser?.close()
  await serving?.close()
})

const at = (path: string): string => serving.address.replace(/\/$/, '') + path

const make = <T>(path: string, order: unknown): Promise<T> => made(serving, path, order)

const table = (seats: Record<string, string>, scenario = 'concert-tickets'): Promise<TableMade> =>
  make('/api/tables', {
    scenario,
    ...(scenario === 'concert-tickets' ? { opener: 'buyer' } : {}),
    seats: Object.fromEntries(Object.entries(seats).map(([seat, who]) => [seat, { who }])),
  })

const linkOf = ({ links }: { readonly links: readonly SeatLink[] }, seat: string): string =>
  at(links.find((link) => link.seat === seat)!.path)

const PHONE = { viewport: { width: 360, height: 740 } }

/** Fills in an offer and sends it. */
async function offer(page: Page, price: string, message = ''): Promise<void> {
  await page.getByRole('radio', { name: 'Make an offer' }).check()
  await page.getByRole('textbox', { name: /^unit price/ }).fill(price)
  await page.getByRole('textbox', { name: /^cancellation fee/ }).fill('20')
  await page.getByRole('textbox', { name: /^name change notice/ }).fill('24.5')
  if (message !== '') await page.getByRole('textbox', { name: /^Your words/ }).fill(message)
  await page.getByRole('button', { name: 'Make this offer' }).click()
}

const turns = (page: Page): Promise<number> => page.locator('ol.talk > li').count()

describe('a person against a script', () => {
  test('a whole play, by keyboard where it matters, to a deal with points', async () => {
    const { page, problems } = await openPage(browser, { viewport: { width: 1280, height: 900 } })
    await page.goto(linkOf(await table({ buyer: 'person', seller: 'conceder' }), 'buyer'))
    await page.getByRole('heading', { name: 'Your move' }).waitFor()
    await expect.poll(() => page.title()).toContain('Your move')
    const send = page.getByRole('button', { name: 'Make this offer' })
    await page.getByRole('radio', { name: 'Make an offer' }).check()
    // Nothing is chosen yet, so nothing can be sent.
    expect(await send.isDisabled()).toBe(true)
    await page.getByRole('textbox', { name: /^unit price/ }).fill('1000')
    expect(await page.locator('.term .below').first().textContent()).toContain(
      'A number from 60.00 to 100.00',
    )
    expect(await send.isDisabled()).toBe(true)
    // A phone's keyboard may have no other sign before decimals.
    await page.getByRole('textbox', { name: /^unit price/ }).fill('70,4')
    expect(await page.locator('.term').first().textContent()).toContain('37.00 points to you')
    await page.getByRole('textbox', { name: /^unit price/ }).fill('70')
    expect(await page.locator('.term').first().textContent()).toContain('37.50 points to you')
    const slider = page.getByRole('slider', { name: /^unit price/ })
    await slider.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => page.getByRole('textbox', { name: /^unit price/ }).inputValue()).toBe('70.20')
    expect(await violations(page)).toEqual([])
    await page.evaluate("document.getElementById('your-move').scrollIntoView()")
    await picture(page, 'seat-offer')
    await offer(page, '70', 'Good evening. Here are our terms.')
    await expect.poll(() => turns(page)).toBe(2)
    await expect.poll(() => page.locator('#now:focus').count()).toBe(1)
    const offered = (await page.locator('label.choice', { hasText: 'Accept O2' }).textContent())!
    const worth = Number(/(\d+\.\d\d) points to you/.exec(offered)![1])
    expect(offered.includes('below what you have with no deal: 20')).toBe(worth < 20)
    for (let i = 0; i < 6; i++) {
      await page
        .getByRole('heading', { name: 'Your move' })
        .or(page.locator('.ending.agreement'))
        .first()
        .waitFor()
      const before = await turns(page)
      const accept = page.getByRole('radio', { name: /^Accept O/ })
      if (i > 1 && (await accept.count()) > 0) {
        await accept.check()
        await page.getByRole('button', { name: 'Accept: this is the deal' }).click()
        break
      }
      await offer(page, String(71 + i))
      await expect.poll(() => turns(page)).toBeGreaterThan(before)
    }
    await page.locator('.ending.agreement').waitFor()
    expect(await page.locator('.ending').textContent()).toMatch(/You have a deal: O\d+.*your points\d+\.\d\d/)
    await expect.poll(() => page.title()).toContain('Ended')
    expect(await violations(page)).toEqual([])
    await picture(page, 'seat-ended')
    expect(problems).toEqual([])
    await page.context().close()
  })

  test('on a phone in the dark nothing is too wide, also with a word of twenty thousand letters', async () => {
    const made = await table({ buyer: 'person', seller: 'conceder' })
    const { page, problems } = await openPage(browser, { ...PHONE, colorScheme: 'dark' })
    await page.goto(linkOf(made, 'buyer'))
    await page.getByRole('heading', { name: 'Your move' }).waitFor()
    expect(await overflow(page)).toBe(0)
    await picture(page, 'seat-phone')
    await offer(page, '80', `<img src=x onerror=alert(1)></script>\u202etxt.exe ${'w'.repeat(19_000)}`)
    await expect.poll(() => turns(page)).toBe(2)
    expect(await page.locator('.bubble').first().textContent()).toContain('<img src=x onerror=alert(1)>')
    expect(await page.locator('.bubble img').count()).toBe(0)
    expect(await overflow(page)).toBe(0)
    expect(await violations(page)).toEqual([])
    expect(problems).toEqual([])
    await page.context().close()
  })

  test('a package is put together with a dry tally, and offers are voted on', async () => {
    const seats = Object.fromEntries(
      ['avery', 'blake', 'casey', 'devon', 'ember', 'flynn'].map((party) => [
        party,
        party === 'avery' ? 'person' : 'acceptance',
      ]),
    )
    const { page, problems } = await openPage(browser, { viewport: { width: 1000, height: 900 } })
    await page.goto(linkOf(await table(seats, 'northgate'), 'avery'))
    await page.getByRole('radio', { name: 'Propose a package' }).check()
    const send = page.getByRole('button', { name: 'Propose this package' })
    expect(await page.locator('.tally').textContent()).toContain('0 of 5 chosen')
    for (const term of await page.locator('.term').all()) await term.getByRole('radio').first().check()
    expect(await page.locator('.tally').textContent()).toMatch(/All of it is worth \d+\.\d\d points to you/)
    expect(await violations(page)).toEqual([])
    await picture(page, 'seat-package')
    await send.click()
    const vote = page.getByRole('radio', { name: /^Vote for P/ }).first()
    await vote.waitFor()
    await vote.check()
    const before = await turns(page)
    await page.getByRole('button', { name: 'Vote for it' }).click()
    await expect.poll(() => turns(page)).toBeGreaterThan(before)
    expect(problems).toEqual([])
    await page.context().close()
  })

  test('whoever leaves the table is told so while the others go on', async () => {
    const seats = Object.fromEntries(
      ['avery', 'blake', 'casey', 'devon', 'ember', 'flynn'].map((party) => [
        party,
        party === 'devon' || party === 'flynn' ? 'person' : 'acceptance',
      ]),
    )
    const { page, problems } = await openPage(browser, PHONE)
    await page.goto(linkOf(await table(seats, 'northgate'), 'devon'))
    await page.getByRole('radio', { name: 'Leave the table for good' }).check()
    await page.getByRole('button', { name: 'Leave for good' }).click()
    await page.getByText('You have left the table for good; the others go on.').waitFor()
    expect(problems).toEqual([])
    await page.context().close()
  })

  test('a talk is a box with its words counted', async () => {
    const { page, problems } = await openPage(browser, PHONE)
    await page.goto(
      linkOf(await table({ a: 'person', b: 'ask-purpose', observer: 'rule-observer' }, 'orange'), 'a'),
    )
    const box = page.getByRole('textbox', { name: 'What you say' })
    await box.fill('One sentence alone.')
    expect(await page.locator('.seat-move').textContent()).toContain(
      '3 words of at most 100; 2 to 4 sentences, no lists',
    )
    await page.getByRole('button', { name: 'Say it' }).click()
    await page.locator('.note.bad').waitFor()
    await box.fill('I would like the whole orange. What do you need it for?')
    await page.getByRole('button', { name: 'Say it' }).click()
    await expect.poll(() => turns(page)).toBe(2)
    expect(await violations(page)).toEqual([])
    await picture(page, 'seat-talk')
    // That a move was refused is told by the browser as well.
    expect(problems.filter((problem) => !problem.includes('422'))).toEqual([])
    await page.context().close()
  })
})

describe('what is told twice', () => {
  test('an answer that was made before what the stream has told, and comes after it, changes nothing', async () => {
    const { page } = await openPage(browser, { viewport: { width: 1000, height: 900 } })
    await page.goto(
      linkOf(await table({ a: 'person', b: 'ask-purpose', observer: 'rule-observer' }, 'orange'), 'a'),
    )
    await page.route('**/api/seat/move', async (route) => {
      const answer = await route.fetch()
      const told = JSON.parse(await answer.text()) as { page: { record: unknown[]; move?: unknown } }
      // As it was before the other side had replied.
      const { move: _, ...old } = told.page
      // Until the stream has told of the reply.
      await expect.poll(() => turns(page)).toBe(2)
      await route.fulfill({ json: { ...told, page: { ...old, record: old.record.slice(0, 1) } } })
    })
    await page.getByRole('textbox', { name: 'What you say' }).fill('I would like the orange. What is it for?')
    const answered = page.waitForResponse('**/api/seat/move')
    await page.getByRole('button', { name: 'Say it' }).click()
    await answered
    await page.getByRole('heading', { name: 'Your move' }).waitFor()
    expect(await turns(page)).toBe(2)
    await page.context().close()
  })
})

describe('a connection', () => {
  test('lost in the middle of a turn comes back, and so does what was being written', async () => {
    const made = await table({ buyer: 'person', seller: 'person' })
    const { page } = await openPage(browser, { viewport: { width: 1000, height: 900 } })
    const link = linkOf(made, 'buyer')
    await page.goto(link)
    await page.getByRole('radio', { name: 'Make an offer' }).check()
    await page.getByRole('textbox', { name: /^unit price/ }).fill('72.5')
    await page.getByRole('textbox', { name: /^Your words/ }).fill('Half a thou')

    await page.context().setOffline(true)
    await page.getByText('The connection is lost').first().waitFor()
    await picture(page, 'seat-lost')
    await page.context().setOffline(false)
    await page.getByText('It is your turn.').waitFor()
    expect(await page.getByRole('textbox', { name: /^unit price/ }).inputValue()).toBe('72.5')

    await page.reload()
    await page.getByRole('heading', { name: 'Your move' }).waitFor()
    expect(await page.getByRole('textbox', { name: /^Your words/ }).inputValue()).toBe('Half a thou')
    expect(await page.getByRole('textbox', { name: /^unit price/ }).inputValue()).toBe('72.50')
    await offer(page, '72.5', 'A whole thought.')
    await page.getByText('Waiting for Seller.').waitFor()

    // Nothing on the page leads the link away: its address is still the one that opens it.
    await page.locator('a.skip').focus()
    await page.keyboard.press('Enter')
    expect(page.url()).toBe(link)
    await page.context().close()
  })

  test('that is cut by the server going on elsewhere: what was sent counts once', async () => {
    const made = await table({ buyer: 'person', seller: 'person' })
    const { page } = await openPage(browser)
    await page.goto(linkOf(made, 'buyer'))
    await page.getByRole('heading', { name: 'Your move' }).waitFor()
    // The move arrives, its answer does not.
    await page.route('**/api/seat/move', async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await offer(page, '75')
    await page.getByText('Waiting for Seller.').waitFor()
    expect(await turns(page)).toBe(1)
    await page.context().close()
  })
})

describe('two people in two browsers', () => {
  test('bargain to a deal, each seeing what the other says at once and nothing of the other’s points', async () => {
    const made = await table({ buyer: 'person', seller: 'person' })
    const buyer = await openPage(browser, PHONE)
    const seller = await openPage(browser, PHONE)
    const owner = await openPage(browser, { viewport: { width: 1280, height: 900 } })
    await buyer.page.goto(linkOf(made, 'buyer'))
    await seller.page.goto(linkOf(made, 'seller'))
    await owner.page.goto(serving.link)
    await owner.page.waitForURL((url) => !url.hash.includes('token'))
    await owner.page.goto(at(`/tables/${made.table}`))
    await owner.page.getByText('here').first().waitFor()
    await seller.page.getByText('Waiting for Buyer.').waitFor()
    const jumps = await watchJumps(seller.page)

    await offer(buyer.page, '72', 'Seventy-two, and we are done.')
    await seller.page.getByText('It is your turn.').waitFor()
    await expect.poll(() => seller.page.title()).toContain('Your move')
    // Nobody is asked for a permission unless they press the button.
    expect(await seller.page.getByRole('button', { name: 'Notify me when it is my turn' }).count()).toBe(1)
    expect(await seller.page.locator('.bubble').textContent()).toBe('Seventy-two, and we are done.')
    expect(await jumps()).toBeLessThan(0.1)
    await offer(seller.page, '88', 'Eighty-eight.')
    await buyer.page.getByText('It is your turn.').waitFor()
    await expect.poll(() => turns(owner.page)).toBe(2)
    await buyer.page.getByRole('radio', { name: /^Accept O2/ }).check()
    await buyer.page.getByRole('button', { name: 'Accept: this is the deal' }).click()
    await seller.page.locator('.ending.agreement').waitFor()
    await owner.page.getByText('ended', { exact: true }).waitFor()
    // 72 of 100 is worth 35 to the buyer; the seller's sheet says other things.
    expect(await seller.page.content()).not.toContain('35.00')
    expect(await violations(owner.page)).toEqual([])
    await picture(owner.page, 'table-watch')
    for (const one of [buyer, seller, owner]) {
      expect(one.problems).toEqual([])
      await one.page.context().close()
    }
  })
})

test('a notice comes when it is asked for, while the page is not looked at, and holds no word of the talk', async () => {
  const made = await table({ buyer: 'person', seller: 'person' })
  const { page, problems } = await openPage(browser, PHONE)
  // A browser that allows notices, and keeps those that were shown; the page is behind another.
  await page.addInitScript(`
    window.shown = []
    window.asked = 0
    window.Notification = class {
      static permission = 'default'
      static async requestPermission() { window.asked++; return (this.permission = 'granted') }
      constructor(title, options) { window.shown.push(title + ': ' + options.body) }
      close() {}
    }
    Object.defineProperty(document, 'hidden', { get: () => true })
  `)
  await page.goto(linkOf(made, 'seller'))
  await page.getByText('Waiting for Buyer.').waitFor()
  expect(await page.evaluate('window.asked')).toBe(0)
  await page.getByRole('button', { name: 'Notify me when it is my turn' }).click()
  await page.getByRole('button', { name: 'No notice when it is my turn' }).waitFor()
  const other = await openPage(browser)
  await other.page.goto(linkOf(made, 'buyer'))
  await offer(other.page, '70', 'Secret words.')
  await page.getByText('It is your turn.').waitFor()
  await expect.poll(() => page.evaluate('window.shown')).toEqual(['It is your turn: Concert tickets'])
  expect(problems).toEqual([])
  await other.page.context().close()
  await page.context().close()
})

describe('the owner', () => {
  test('is told how to become one, and what tables are before there is any', async () => {
    const { page } = await openPage(browser, { viewport: { width: 1000, height: 900 } })
    for (const path of ['/tables', '/tables/new']) {
      await page.goto(at(path))
      const told = page.getByRole('alert')
      await told.waitFor()
      expect(await told.textContent()).toContain('Open the link that parley serve printed')
    }
    await page.goto(serving.link)
    await page.waitForURL((url) => !url.hash.includes('token'))
    await page.route('**/api/tables', (route) =>
      route.fulfill({ json: { kind: 'tables', tables: [], classes: [], problems: [] } }),
    )
    await page.goto(at('/tables'))
    await page.getByRole('heading', { name: 'No table yet' }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.context().close()
  })

  test('is told what an observer by rules does not understand, and finds the study of a table', async () => {
    const { page, problems } = await openPage(browser, { viewport: { width: 1000, height: 900 } })
    await page.goto(serving.link)
    await page.waitForURL((url) => !url.hash.includes('token'))
    await page.goto(at('/tables/new?scenario=orange'))
    await page.getByRole('button', { name: 'Make the table', exact: true }).waitFor()
    await expect.poll(() => page.title()).toBe('A table of The orange · Parley')
    // Once for the table with a person, once for the class.
    expect(await page.getByText('it will not notice that they have agreed').count()).toBe(2)
    await page.getByRole('combobox', { name: 'Party A' }).selectOption('ask-purpose')
    expect(await page.getByText('it will not notice that they have agreed').count()).toBe(1)
    expect(await violations(page)).toEqual([])
    const made = await table({ a: 'ask-purpose', b: 'ask-purpose', observer: 'rule-observer' }, 'orange')
    await page.goto(at(`/tables/${made.table}`))
    await page.getByText('ended', { exact: true }).waitFor()
    expect(await page.getByText('was read as settled').count()).toBe(0)
    expect(await page.locator('body').textContent()).toContain('The full trade')
    await page.getByRole('link', { name: 'The page of its study' }).click()
    await page.waitForURL((url) => url.pathname === `/studies/${made.table}`)
    await page.getByRole('heading', { name: 'Results' }).waitFor()
    await page.goto(at('/'))
    await page.getByText('stand apart').or(page.getByText('stands apart')).waitFor()
    expect(await page.locator('#studies ~ ul').getByText(made.table).count()).toBe(0)
    expect(problems).toEqual([])
    await page.context().close()
  })

  test('sets a table up, and its link opens the seat', async () => {
    const { page, problems } = await openPage(browser, { viewport: { width: 1000, height: 900 } })
    await page.goto(serving.link)
    await page.waitForURL((url) => !url.hash.includes('token'))
    await page.goto(at('/tables/new?scenario=concert-tickets'))
    await page.getByRole('button', { name: 'Make the table', exact: true }).waitFor()
    expect(await violations(page)).toEqual([])
    expect(await overflow(page)).toBe(0)
    await picture(page, 'table-setup')
    await page.getByRole('button', { name: 'Make the table', exact: true }).click()
    const link = page.getByRole('textbox', { name: /^Link for Buyer/ })
    await link.waitFor()
    expect(await violations(page)).toEqual([])
    const seat = await openPage(browser, PHONE)
    await seat.page.goto(await link.inputValue())
    await seat.page.getByRole('heading', { name: 'Your move' }).waitFor()
    await page.getByRole('button', { name: /^Take back/ }).click()
    await seat.page.getByText('This link opens no seat').waitFor()
    await page.goto(at('/tables'))
    await page
      .getByRole('link', { name: /Concert tickets/ })
      .first()
      .waitFor()
    expect(await violations(page)).toEqual([])
    await picture(page, 'tables')
    expect(problems).toEqual([])
    await seat.page.context().close()
    await page.context().close()
  })

  test('has a class on one page: links for all, deals on one chart', async () => {
    const { page, problems } = await openPage(browser, { viewport: { width: 1280, height: 1200 } })
    await page.goto(serving.link)
    await page.waitForURL((url) => !url.hash.includes('token'))
    await page.goto(at('/tables/new?scenario=concert-tickets'))
    await page.getByRole('textbox', { name: 'names' }).fill('Ada\nBen\nCleo\n<b>Dan</b>\nEve\n')
    expect(await page.getByText('5 names, 3 tables; 1 seat is left').count()).toBe(1)
    await page.getByRole('checkbox', { name: /without people/ }).check()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Make the tables' }).click()
    await page.getByRole('heading', { name: 'Links' }).waitFor()
    expect(await page.getByText('<b>Dan</b>').count()).toBeGreaterThan(0)
    const link = await page.getByRole('textbox', { name: /^Link for Ada/ }).inputValue()
    const other = await page.getByRole('textbox', { name: /^Link for Ben/ }).inputValue()
    // All of them at once, and word that they open on this machine alone.
    expect(await page.getByText('open on this machine alone').count()).toBe(1)
    await page.getByText('All links as text').click()
    const lines = (await page.getByRole('textbox', { name: /^All links/ }).inputValue()).split('\n')
    expect(lines.map((line) => line.split('\t').slice(0, 2))).toEqual([
      ['Ada', 'table 1, Buyer'],
      ['Ben', 'table 1, Seller'],
      ['Cleo', 'table 2, Buyer'],
      ['<b>Dan</b>', 'table 2, Seller'],
      ['Eve', 'table 3, Buyer'],
    ])
    expect(lines.slice(0, 2).map((line) => line.split('\t')[2])).toEqual([link, other])
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const copied = (): Promise<string> => page.evaluate('navigator.clipboard.readText()')
    await page.getByRole('button', { name: 'Copy all 5 links' }).click()
    await expect.poll(copied).toBe(lines.join('\n'))
    await page.getByRole('button', { name: /^Copy the link for Ben/ }).click()
    await expect.poll(copied).toBe(other)
    const one = await openPage(browser, PHONE)
    await one.page.goto(link)
    await offer(one.page, '71')
    await one.page.getByText('Waiting for Seller.').waitFor()
    await one.page.goto('about:blank')
    await one.page.goto(other)
    await one.page.getByRole('radio', { name: /^Accept O1/ }).check()
    await one.page.getByRole('button', { name: 'Accept: this is the deal' }).click()
    await one.page.locator('.ending.agreement').waitFor()
    await page.getByText('2 of 4').waitFor()
    await expect.poll(() => page.locator('#deals ~ figure circle.play').count()).toBeGreaterThan(0)
    const [sheet] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Results as a sheet' }).click(),
    ])
    expect(readFileSync(await sheet.path(), 'utf8')).toMatch(/\n1,Ada,Ben,ended,agreement,/)
    expect(await violations(page)).toEqual([])
    expect(await overflow(page)).toBe(0)
    await picture(page, 'class')
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await overflow(page)).toBe(0)
    expect(problems).toEqual([])
    await one.page.context().close()
    await page.context().close()
  })
})

test.each([
  { width: 360, colorScheme: 'dark' },
  { width: 3840, colorScheme: 'light' },
] as const)('every page of tables, $width pixels wide, $colorScheme', async ({ width, colorScheme }) => {
  const made = await table({ buyer: 'person', seller: 'conceder' })
  const group = await make<{ class: string }>('/api/classes', {
    scenario: 'concert-tickets',
    names: ['Ada', 'Ben', `${'N'.repeat(78)}\u202e`, '<script>alert(1)</script>'],
  })
  const { page, problems } = await openPage(browser, { viewport: { width, height: 900 }, colorScheme })
  await page.goto(serving.link)
  await page.waitForURL((url) => !url.hash.includes('token'))
  for (const path of [
    '/tables',
    '/tables/new?scenario=orange',
    `/tables/${made.table}`,
    `/classes/${group.class}`,
    linkOf(made, 'buyer').slice(serving.address.length - 1),
    '/seat#nothing',
    '/watch#nothing.nothing',
  ]) {
    await page.goto('about:blank')
    await page.goto(at(path))
    await page.getByRole('heading').first().waitFor()
    expect([path, await overflow(page)]).toEqual([path, 0])
    expect([path, await violations(page)]).toEqual([path, []])
  }
  // A link that opens nothing is told by the browser as well.
  expect(problems.filter((problem) => !problem.includes('401'))).toEqual([])
  await page.context().close()
})
