import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  filesOfChunks,
  groupKey,
  readBuildManifest,
  readPrecacheList,
} from '../../build/build-manifest.ts'
import { BOUND_GROUPS, isAnonymousPage } from '../../build/file-groups.ts'
import { packsByFile, readOfflineForByRoute } from '../../build/precache-packs.ts'
import {
  type BrowserTestCampus,
  signIn,
  startBrowserTestCampus,
} from '../support/browser/browser-campus.ts'
import { waitForOfflineReady } from '../support/browser/chromium.ts'
import { waitUntil } from '../support/setup/wait-until.ts'

const { chunks, first } = readBuildManifest('dist/app')
const ofBoundPeople = BOUND_GROUPS.map((name) => chunks[groupKey(name)]?.file)
const routes = readOfflineForByRoute().map(([route]) => route)
/** The chunks of a route's page. */
const pageOf = (route: string) => Object.keys(chunks).filter((key) => key.startsWith(`${route}?`))

let campus: BrowserTestCampus

beforeAll(async () => {
  campus = await startBrowserTestCampus()
})
afterAll(() => campus.close())

test('neither the first files, nor what they share, nor a page of strangers loads a file of bound people', () => {
  expect(ofBoundPeople).not.toContain(undefined)
  const anonymous = routes.filter(isAnonymousPage)
  // The home page, the sign-in page, the notices and the list of all applications are among them.
  for (const name of ['index', 'login.{-$app}', 'notice.$id', 'more', 'me'])
    expect(anonymous).toContain(`src/routes/${name}.tsx`)
  const loaded = filesOfChunks(chunks, [
    ...first,
    groupKey('background'),
    groupKey('shared'),
    ...anonymous.flatMap(pageOf),
    'src/lib/network/error-reporting.ts',
  ])
  expect(ofBoundPeople.filter((file) => loaded.has(file ?? ''))).toEqual([])
})

test('the page of a route is stored with all files that it imports [OFF-02]', async () => {
  const list = await readPrecacheList('dist/app')
  const packsOf = new Map(list.map(({ url, packs }) => [url, packs]))
  const kept = packsByFile()
  const missing = routes.flatMap((route) =>
    [...filesOfChunks(chunks, pageOf(route))].flatMap((file) => {
      const packs = packsOf.get(file)
      const wanted = kept.get(route) ?? ['newcomer', 'student', 'staff', undefined]
      return packs === undefined ||
        wanted.every((pack) => pack !== undefined && packs.includes(pack))
        ? []
        : [`${route}: ${file}`]
    }),
  )
  expect(missing).toEqual([])
})

test('the second visit of a bound home loads at most 20 scripts', async () => {
  const phone = await campus.openPhone()
  const { page } = phone
  await page.goto(campus.origin)
  await waitForOfflineReady(page)
  await signIn(page, campus.origin, '880001')
  const scripts = new Set<string>()
  await page.reload()
  page.on('request', (request) => {
    if (/\/assets\/.*\.js$/.test(request.url())) scripts.add(request.url().split('/').at(-1) ?? '')
  })
  await page.reload()
  // The outbox and the readiness check are the last to load.
  await waitUntil(() =>
    expect([...scripts]).toEqual(expect.arrayContaining(['home.js', 'bound.js'])),
  )
  await page.getByText('已就绪').waitFor()
  expect(scripts.size, [...scripts].join(' ')).toBeLessThanOrEqual(20)
  await phone.close()
})
