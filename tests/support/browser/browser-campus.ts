import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, type TestContext } from 'vitest'
import { demoPeople } from '#server/demo/demo-people'
import { toChinaYear } from '#server/platform/clock'
import { buildDeltas } from '#server/platform/files/dictionary-deltas/build'
import { type Backend, startBackend } from '../backend/backend.ts'
import { type FaultProxy, startFaultProxy } from '../fakes/fault-proxy.ts'
import { launchPhone, type BrowserPhone } from './chromium.ts'
import { waitForHydration } from './hydration.ts'
import { rewriteAsNextBuild, editFile } from './next-build.ts'
import type { Screen, ScreenLocator } from './screen.ts'

type PhoneOptions = NonNullable<Parameters<typeof launchPhone>[0]>

/** A campus with a network that can be made bad, and the phones of its people. */
export interface BrowserCampus {
  readonly backend: Backend
  readonly proxy: FaultProxy
  /** The app's address as phones know it: through the bad network. */
  readonly origin: string
  /**
   * Put a second build on the server, at the same address: another page, and others of the files
   * that `changed` is about. Those that `gone` is about are there no more, and nothing of the first.
   */
  readonly deploy: (wishes?: { gone?: RegExp; changed?: RegExp }) => Promise<void>
  /** A phone; with a `profileDir` one that remembers. */
  readonly openPhone: (wishes?: PhoneOptions) => Promise<BrowserPhone>
  /** A folder for the memory of a phone that will be closed and opened again. */
  readonly createProfileDir: () => Promise<string>
  readonly close: () => Promise<void>
}

const campuses = new Set<BrowserCampus>()

/** After a test: a failed one leaves no closed network to the next. */
export async function closeCampusesAfterTest({ task }: Pick<TestContext, 'task'>): Promise<void> {
  if (task.result?.state !== 'fail') return
  for (const { proxy } of campuses) {
    proxy.clearRules()
    await proxy.setFault('pass')
  }
}

/**
 * Start a campus on a database of its own, behind a network that works. Where its pages are `drawn`,
 * a screen stands there before anything can be tapped but a link. `worker` runs first of all in
 * the worker, where they are not.
 */
export async function openBrowserCampus({
  drawn = false,
  worker,
}: { drawn?: boolean; worker?: string } = {}): Promise<BrowserCampus> {
  const folder = await mkdtemp(join(tmpdir(), 'baodao-campus-'))
  // Beside another name there is nothing to draw with.
  const appDir = drawn ? 'dist/app' : join(folder, 'app')
  if (!drawn && worker === undefined) await symlink(resolve('dist/app'), appDir)
  if (!drawn && worker !== undefined) {
    await cp('dist/app', appDir, { recursive: true })
    await editFile(join(appDir, 'sw.js'), (code) => `${worker};${code}`)
  }
  const backend = await startBackend({ listen: true, env: { APP_DIR: appDir } })
  let proxy = await startFaultProxy({ target: backend.url })
  let second: Backend | undefined
  const phones = new Set<BrowserPhone>()
  const campus: BrowserCampus = {
    backend,
    get proxy() {
      return proxy
    },
    origin: proxy.origin,
    deploy: async ({ gone, changed } = {}) => {
      const next = join(folder, 'second')
      await cp('dist/app', next, { recursive: true })
      await rewriteAsNextBuild(next, {
        mark: SECOND_BUILD_MARKER,
        version: 'second',
        gone,
        changed,
      })
      second = await startBackend({
        listen: true,
        sharing: backend,
        env: { APP_DIR: next, ...(gone === undefined && { FILES_DIR: backend.settings.filesDir }) },
      })
      await buildDeltas(second.settings)
      await proxy.close()
      proxy = await startFaultProxy({ target: second.url, port: proxy.port })
    },
    openPhone: async (wishes) => {
      const phone = await launchPhone(wishes)
      phones.add(phone)
      return phone
    },
    createProfileDir: () => mkdtemp(join(folder, 'phone-')),
    close: async () => {
      campuses.delete(campus)
      for (const phone of phones) await phone.close()
      await proxy.close()
      await second?.close()
      await backend.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    },
  }
  campuses.add(campus)
  return campus
}

/** What the page of the second build carries. */
export const SECOND_BUILD_MARKER = '<!--second build-->'

/** A browser without workers, as the messaging app's on some phones; call before the first page. */
export const disableServiceWorker = ({ context }: BrowserPhone): Promise<unknown> =>
  context.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'serviceWorker', {
      value: undefined,
      configurable: true,
    }),
  )

// The machine may change its own network (a new address of an interface is enough), and Chromium then
// drops all that is on its way. A tunnel is told by other words: there a missing file is a fault.
const DROPPED = /net::ERR_(NETWORK_CHANGED|EMPTY_RESPONSE|CONTENT_LENGTH_MISMATCH)/
const OF_DROPPED_FILES = /dynamically imported module|preload CSS|fetching the script/

/** How Chromium tells of a bad network. */
export const NETWORK_NOISE_PATTERNS: readonly RegExp[] = [/Failed to load resource/, /net::ERR_/]

/** What was complained about that neither this noise nor a network that changed explains. */
export function filterConsoleNoise(
  complaints: readonly string[],
  noise: readonly RegExp[],
): string[] {
  const isDropped = complaints.some((line) => DROPPED.test(line))
  const fine = isDropped ? [...noise, OF_DROPPED_FILES] : noise
  return complaints.filter((line) => !fine.some((one) => one.test(line)))
}

/** Nothing but the bad network itself was complained about: no error, no broken policy. */
export function expectNoConsoleErrors(
  { complaints }: BrowserPhone,
  expected: readonly RegExp[] = [],
): void {
  const others = filterConsoleNoise(complaints, [...NETWORK_NOISE_PATTERNS, ...expected])
  expect(others, complaints.join('\n')).toEqual([])
}

/** Into the tunnel: no bars, and nobody answers either. */
export async function cutNetwork({ proxy }: BrowserCampus, phone: BrowserPhone): Promise<void> {
  await proxy.setFault('refuse')
  await phone.setOffline()
}

/** Out of the tunnel again. */
export async function restoreNetwork({ proxy }: BrowserCampus, phone: BrowserPhone): Promise<void> {
  await proxy.setFault('pass')
  await phone.setOffline(false)
}

/**
 * The banner of a page in a tunnel. A browser may call itself online there, as some builds of
 * Chromium do after a navigation that the worker answered; the silence then says it.
 */
export const locateOfflineBanner = (page: Screen): ScreenLocator =>
  page.getByText('离线', { exact: true }).or(page.getByText('弱网', { exact: true }))

/** Sign in on the sign-in page as one of the demo's people, as that person would. */
export async function signIn(page: Screen, origin: string, number: string): Promise<void> {
  const person = demoPeople.find((one) => one.number === number)
  if (person === undefined) throw new Error(`the demo campus has no ${number}`)
  await signInWithCredentials(page, origin, person)
}

/** The same as anybody; `first` does what is asked for before the home page. */
export async function signInWithCredentials(
  page: Screen,
  origin: string,
  { how, number, secret }: Pick<(typeof demoPeople)[number], 'how' | 'number' | 'secret'>,
  first?: () => Promise<void>,
): Promise<void> {
  await page.goto(`${origin}/login`)
  await waitForHydration(page)
  if (how === 'staff') {
    await page.getByRole('tab', { name: '教职工登录' }).click()
    await page.getByLabel('工号').fill(number)
    await page.getByLabel('密码').fill(secret)
    await page.getByRole('button', { name: '登录', exact: true }).click()
  } else {
    const kind = how === 'exam' ? '考生号' : '学号'
    await page.getByRole('radio', { name: kind }).check()
    await page.getByRole('textbox', { name: kind }).fill(number)
    await page.getByRole('textbox', { name: '身份证号' }).fill(secret)
    await page.getByRole('button', { name: '绑定', exact: true }).click()
  }
  if (first === undefined) await page.getByRole('button', { name: '解除绑定' }).waitFor()
  else await first()
}

const year = toChinaYear(new Date())

/** Open the travel step of a student and wait until it can be filled in or read. */
export async function openTravelForm(
  page: Screen,
  origin: string,
  number = '990001',
): Promise<void> {
  await page.goto(`${origin}/schoolInformation/2/${number}`)
  await page
    .getByRole('button', { name: '提交', exact: true })
    .or(page.getByText('您的信息已公开'))
    .waitFor()
}

/** What a student writes into the travel form unless a test says otherwise. */
export const SAMPLE_TRAVEL_INPUT = {
  region: ['四川省', '成都市', '武侯区'],
  startDate: `${year}-08-27`,
  arrivalDate: `${year}-08-28`,
  arrivalTime: '14:30',
  mode: '火车',
  companions: '2',
  remark: '带了一把吉他',
  open: '不公开',
} as const

/** Fill the travel form on the screen, every field of it. */
export async function fillTravelForm(
  page: Screen,
  trip: {
    [name in keyof typeof SAMPLE_TRAVEL_INPUT]?: (typeof SAMPLE_TRAVEL_INPUT)[name] | string
  } = {},
): Promise<void> {
  const { startDate, arrivalDate, arrivalTime, mode, companions, remark, open } = {
    ...SAMPLE_TRAVEL_INPUT,
    ...trip,
  }
  await chooseRegion(page, '出发城市', SAMPLE_TRAVEL_INPUT.region)
  await page.getByLabel('出发日期').fill(startDate)
  await page.getByLabel('到达日期').fill(arrivalDate)
  await page.getByLabel('到达时间').fill(arrivalTime)
  await page.getByLabel('出行方式').click()
  await page.getByRole('radio', { name: mode }).click()
  await page.getByLabel('随行人数').fill(companions)
  await page.getByLabel('备注').fill(remark)
  await page.getByText(open, { exact: true }).click()
}

/** Go down the region picker of a field. */
export async function chooseRegion(
  page: Screen,
  label: string,
  region: readonly string[],
): Promise<void> {
  await page.getByLabel(label).click()
  for (const name of region)
    await page
      .getByRole('dialog')
      .getByRole('listitem')
      .getByRole('button', { name, exact: true })
      .last()
      .click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}

/** Press the form's submit button. */
export const submitForm = (page: Screen): Promise<void> =>
  page.getByRole('button', { name: '提交', exact: true }).click()

/** Close the sheet that says it is saved here. */
export async function closeSavedSheet(page: Screen): Promise<void> {
  const told = page.getByRole('dialog', { name: '已保存在本机，尚未提交' })
  await told.getByRole('button', { name: '关闭' }).click()
  await told.waitFor({ state: 'hidden' })
  // The sheet's own entry in the history goes a moment later.
  await page.waitForFunction(() => !('sheet' in (history.state ?? {})))
}

/** The tab at the bottom that leads to what waits; its name tells how much. */
export const locateOutboxTab = (page: Screen, waiting: number) =>
  page
    .getByRole('navigation', { name: '主导航' })
    .getByRole('link', { name: waiting === 0 ? '待提交' : `待提交 ，${waiting} 份`, exact: true })

/**
 * What the university has of a student's travel: the record, how often it was written, the answers
 * given, the steps done.
 */
export async function findTravelRecord(
  { backend: { db } }: Pick<BrowserCampus, 'backend'>,
  number: string,
) {
  const { code } = await db
    .selectFrom('student')
    .select('code')
    .where((is) => is.or([is('exam_number', '=', number), is('number', '=', number)]))
    .executeTakeFirstOrThrow()
  const records = await db
    .selectFrom('travel')
    .selectAll()
    .where('student_code', '=', code)
    .execute()
  const answers = await db
    .selectFrom('idempotency')
    .select(['form', 'key', 'receipt', 'status'])
    .execute()
  const steps = await db
    .selectFrom('step_done')
    .select('step_id')
    .where('student_code', '=', code)
    .execute()
  return { records, answers, steps: steps.map(({ step_id }) => step_id) }
}
