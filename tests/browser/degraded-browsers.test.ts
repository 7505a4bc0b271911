import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type BrowserTestCampus,
  expectNoConsoleErrors,
  fillTravelForm,
  startBrowserTestCampus,
  signIn,
  submitForm,
  findTravelRecord,
} from '../support/browser/browser-campus.ts'
import { waitForBriefText } from '../support/browser/chromium.ts'
import { casesOfRun } from '../support/setup/long-run.ts'

let campus: BrowserTestCampus

beforeAll(async () => {
  campus = await startBrowserTestCampus()
})
afterAll(() => campus.close())

/**
 * Browsers that store nothing, each for another reason. Each function runs in the page before the
 * app's scripts.
 */
const BARE = {
  'every storage forbidden': () => {
    const forbid = (name: string) =>
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      })
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) forbid(name)
  },
  'no IndexedDB, the other storages full': () => {
    Object.defineProperty(window, 'indexedDB', { value: undefined })
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
  },
  'an IndexedDB that never answers': () => {
    const open = IDBFactory.prototype.open
    // An ordinary request whose events never fire.
    const silent = function (this: IDBFactory) {
      const request = open.call(this, 'nobody-hears')
      for (const said of ['success', 'error', 'upgradeneeded'])
        request.addEventListener(said, (event) => event.stopImmediatePropagation())
      return request
    }
    IDBFactory.prototype.open = silent
    IDBFactory.prototype.deleteDatabase = silent
  },
}

describe('browsers without storage features [D-106 OFF-29]', () => {
  test.each(casesOfRun(Object.entries(BARE), ([why]) => why === 'every storage forbidden'))(
    '%s: a student can still bind, read and send',
    async (_, spoil) => {
      const { origin, backend } = campus
      await backend.db.deleteFrom('travel').where('student_code', '=', 'S990001').execute()
      const phone = await campus.openPhone()
      const { page } = phone
      await page.addInitScript(spoil)
      await signIn(page, origin, '990001')
      await page.getByText('陈晓雨').first().waitFor()
      // Navigate without a page load: without storage a newly loaded page does not know who is
      // bound.
      const go = (path: string) => page.evaluate((to) => history.pushState({}, '', to), path)
      await go('/welcome/990001')
      await page.getByRole('list').getByRole('listitem').first().waitFor()
      await go('/schoolInformation/2/990001')
      await fillTravelForm(page)
      const said = waitForBriefText(page, '已提交')
      await submitForm(page)
      await said
      expect((await findTravelRecord(campus, '990001')).records).toHaveLength(1)
      expectNoConsoleErrors(phone)
      await phone.close()
    },
  )
})

test('if the app’s script does not load, the page shell says in both languages, by style sheet alone, what to do', async () => {
  const phone = await campus.openPhone()
  const { page } = phone
  await page.route(/\/assets\/.*\.js$/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'let old = #;' }),
  )
  await page.goto(campus.origin)
  const notes = [page.getByText('打开用了很久？'), page.getByText('Taking long?')]
  for (const note of notes) expect(await note.isVisible()).toBe(false)
  // Skip the waiting time of the shell's animations.
  await page.evaluate(() =>
    document
      .getAnimations()
      .forEach(
        (animation) => animation.effect?.getComputedTiming().iterations === 1 && animation.finish(),
      ),
  )
  for (const note of notes) expect(await note.isVisible()).toBe(true)
  await page.getByRole('link', { name: '重新打开' }).waitFor()
  await phone.close()
})

test('the app runs in a slightly older browser that lacks recent features', async () => {
  const phone = await campus.openPhone()
  const { page } = phone
  await page.addInitScript(() => {
    for (const name of [
      'at',
      'findLast',
      'findLastIndex',
      'toReversed',
      'toSorted',
      'toSpliced',
      'with',
    ])
      Reflect.deleteProperty(Array.prototype, name)
    for (const name of ['hasOwn', 'groupBy']) Reflect.deleteProperty(Object, name)
    Reflect.deleteProperty(URL, 'canParse')
    Reflect.deleteProperty(Promise, 'withResolvers')
    for (const name of ['structuredClone', 'requestIdleCallback'])
      Reflect.deleteProperty(globalThis, name)
    for (const name of ['any', 'timeout']) Reflect.deleteProperty(AbortSignal, name)
    Object.defineProperty(Crypto.prototype, 'randomUUID', { value: undefined })
  })
  await signIn(page, campus.origin, '880001')
  for (const path of ['/searchcourse/880001', '/searchscore/880001', '/schoolcalendar']) {
    await page.goto(campus.origin + path)
    await page.getByRole('table').first().waitFor()
  }
  expectNoConsoleErrors(phone)
})

describe('browser features used by the built files', () => {
  /**
   * Features newer than Chrome 100 or iOS 15.4, in every spelling. `ASKED_FIRST` has the calls that
   * follow a feature check.
   */
  const NEWER: Readonly<Record<string, RegExp>> = {
    'sorting copies': /\.(toSorted|toReversed|toSpliced)\(/,
    'set algebra': /\.(isSubsetOf|isSupersetOf|symmetricDifference)\(/,
    groups: /\b(Object|Map)\.groupBy\(/,
    'promises with their hands': /Promise\.(withResolvers|try)\(/,
    'signals made of others': /AbortSignal\.(any|timeout)\(/,
    'arrays of streams': /Array\.fromAsync\(/,
    'well-formed strings': /\.(isWellFormed|toWellFormed)\(/,
    'bytes as text': /\.(fromBase64|toBase64|fromHex|toHex)\(/,
    'addresses parsed without throwing': /URL\.canParse\(/,
    'is it visible': /\.checkVisibility\(/,
    'look-behind': /\(\?<[=!]/,
    'sets in patterns': /\/[dgimsuy]*v[dgimsuy]*\.(test|exec)\(/,
  }
  const ASKED_FIRST: Readonly<Record<string, RegExp>> = {
    'addresses parsed without throwing': /URL\.canParse\?URL\.canParse\(/g,
    'is it visible': /typeof \w+\.checkVisibility==`function`\?\w+\.checkVisibility\(/g,
  }

  test('the built files check for a feature before using it if Chrome 100 or iOS 15.4 lacks it', async () => {
    const names = await readdir('dist/app', { recursive: true })
    const files = names.filter((name) => name.endsWith('.js')).map((name) => join('dist/app', name))
    expect(files.length).toBeGreaterThan(50)
    const found: string[] = []
    for (const name of files) {
      const text = await readFile(name, 'utf8')
      for (const [what, spelling] of Object.entries(NEWER)) {
        const asked = ASKED_FIRST[what]
        if (spelling.test(asked === undefined ? text : text.replace(asked, '')))
          found.push(`${name}: ${what}`)
      }
    }
    expect(found).toEqual([])
  })
})
