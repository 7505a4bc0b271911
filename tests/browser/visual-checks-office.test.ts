import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CampusFormDefinition } from '#contract/campus-form-definition'
import { INITIAL_FORM_SETTINGS } from '#contract/campus-form-settings'
import { toChinaDay } from '#server/platform/clock'
import { saveAnswers } from '../../server/features/campus-forms/answers.ts'
import { insertVersion } from '../../server/features/campus-forms/store.ts'
import {
  type BrowserTestCampus,
  expectNoConsoleErrors,
  startBrowserTestCampus,
  signIn,
} from '../support/browser/browser-campus.ts'
import {
  onPolicyViolation,
  openInChinese,
  SCREENSHOT_SCALE,
  saveScreenshot,
  findOverflow,
  findAxeViolations,
} from '../support/browser/visual-checks.ts'
import { isLongRun } from '../support/setup/long-run.ts'

let campus: BrowserTestCampus

beforeAll(async () => {
  campus = await startBrowserTestCampus()
  await addPlatformLines(campus.backend)
  await addFormAnswers(campus.backend)
})
afterAll(() => campus.close())

/** Lets the reconciliation with the finance platform have lines of the day that it shows first. */
async function addPlatformLines({ db, clock }: BrowserTestCampus['backend']): Promise<void> {
  const day = toChinaDay(new Date(clock.now().getTime() - 24 * 3600 * 1000))
  const line = (reference: string, change: object = {}) => ({
    id: reference,
    reference,
    day,
    student_code: 'S880001',
    number: '',
    year: 2026,
    item: '学费',
    amount_fen: 1_860_000,
    channel: '银行代扣',
    withdrawn_at: null,
    ...change,
  })
  await db
    .insertInto('finance_platform_line')
    .values([
      line('FP20260828-0001'),
      line('FP20260828-0002', { amount_fen: -120_000, item: '住宿费' }),
      line('FP20260828-0003', { student_code: null, number: '110****5' }),
    ])
    .execute()
  const entry = {
    order_number: null,
    student_code: 'S880001',
    year: 2026,
    way: 'bank',
    amount_fen: 100_000,
    surplus_fen: 0,
    credited_at: clock.now(),
    kind: 'outside' as const,
    paid_on: day,
  }
  await db
    .insertInto('payment_credit')
    .values(['FP20260828-0003', 'BANK-77'].map((transaction) => ({ ...entry, transaction })))
    .execute()
}

/** Publishes a form that needs a review, with answers of one student. */
async function addFormAnswers({ db, clock }: BrowserTestCampus['backend']): Promise<void> {
  await db.insertInto('campus_form').values({ id: 'insure', created_at: clock.now() }).execute()
  const definition = v.parse(CampusFormDefinition, {
    title: { zh: '医保登记', en: 'Insurance' },
    items: [
      { type: 'selectOne', name: 'insured', label: { zh: '是否参保', en: '' }, choices: 'yn' },
      { type: 'text', name: 'why', label: { zh: '说明', en: '' } },
    ],
    choices: { yn: [{ name: 'a', label: { zh: '参加', en: '' } }] },
  })
  const settings = { ...INITIAL_FORM_SETTINGS, isReviewed: true }
  const now = clock.now()
  await insertVersion(db, { form: 'insure', definition, settings, by: 'T4001', now })
  await saveAnswers(db, {
    student: 'S880001',
    version: 1,
    state: 'pending',
    payload: {
      student: 'S880001',
      form: 'insure',
      version: 1,
      answers: { insured: 'a', why: '随父母参保' },
      attachments: [],
    },
    writer: { origin: 'phone', by: 'S880001' },
    now,
  })
}

/** The pages of the console that an administrator sees. */
const pages = [
  '',
  '/finance',
  '/finance/orders',
  '/finance/outside',
  '/finance/offsets',
  '/finance/refunds',
  '/finance/invoices',
  '/finance/entries',
  '/finance/incidents',
  '/finance/reconciliation',
  '/finance/platform',
  '/imports',
  '/students',
  '/students/S880001',
  '/studentlist',
  '/arrivals',
  '/arrivals/wall',
  '/arrivals/plan',
  '/stations',
  '/progress',
  '/classes',
  '/admission',
  '/beds',
  '/beds/rooms',
  '/beds/rooms/紫荆苑3号楼',
  '/beds/labels/紫荆苑3号楼',
  '/beds/book/紫荆苑3号楼',
  '/admission/station',
  '/exams',
  '/evaluation',
  '/inbox',
  '/transferdesk',
  '/notices',
  '/forms',
  '/forms/new',
  '/forms/import',
  '/formanswers',
  '/formanswers/insure',
  '/formanswers/insure/S880001',
  '/content',
  '/content/bellSchedules/new',
  '/content/events/new',
  '/content/levels/2',
  '/content/studentFields/new',
  '/staff',
  '/staff/passwords',
  '/services',
  '/webhooks',
  '/externals',
  '/services/new',
  '/factor',
  '/exports',
  '/rules',
  '/rules/deferral',
  '/rules/window-schoolInformation',
  '/messages',
  '/reach',
  '/troubles',
  '/devices',
  '/log',
]

test('every console page passes axe on a wide screen in light, is not wider than its screen there and on a phone, and does not violate the Content-Security-Policy; the first page, in a long run each, has on a phone in dark enough contrast and large enough targets', async () => {
  const phone = await campus.openPhone({ scale: SCREENSHOT_SCALE, hasServiceWorker: isLongRun })
  const { page } = phone
  const found: string[] = []
  await onPolicyViolation(page, (rule) => void found.push(rule))
  await signIn(page, campus.origin, 'T4001')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const views = [
    {
      size: { width: 375, height: 812 },
      theme: 'dark',
      texts: ['large', ''],
      rules: ['color-contrast', 'target-size'],
    },
    { size: { width: 1280, height: 800 }, theme: 'light', texts: [''], rules: undefined },
  ] as const
  for (const [nth, path] of pages.entries()) {
    await openInChinese(page, `${campus.origin}/manage${path}`)
    if (await page.getByText(/系统故障|没有这个页面/).count()) found.push(`${path} is not shown`)
    for (const { size, theme, texts, rules } of views) {
      await page.emulateMedia({ colorScheme: theme })
      const wide = await findOverflow(page, { ...size, texts })
      await saveScreenshot(page, `T4001-manage${path}-${theme}`)
      if (theme === 'dark' && !isLongRun && nth > 0) {
        found.push(...wide.map((said) => `${path} ${said}`))
        continue
      }
      const wrong = [...wide, ...(await findAxeViolations(page, rules))]
      found.push(...wrong.map((said) => `${path} ${theme} ${said}`))
    }
  }
  expect(found).toEqual([])
  expectNoConsoleErrors(phone)
})

/** The console's editors of lists, of a notice and of a page. */
const editors = [
  '/content/rooms/new',
  '/content/feeItems/new',
  '/content/terms/new',
  '/content/entries/new',
  '/notices/new',
]

test('on a wide screen zoomed to 200 % more than one field of an editor is visible', async () => {
  const phone = await campus.openPhone({
    width: 640,
    height: 400,
    scale: SCREENSHOT_SCALE,
    hasMouse: true,
    hasServiceWorker: false,
  })
  const { page } = phone
  await signIn(page, campus.origin, 'T4001')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const found: string[] = []
  for (const path of editors) {
    await openInChinese(page, `${campus.origin}/manage${path}`)
    await page.setViewportSize({ width: 640, height: 400 })
    const fields = page
      .getByRole('main')
      .locator(
        'input:not([type="file"], [type="radio"], [type="checkbox"]), [aria-haspopup], fieldset',
      )
    await fields.nth(1).waitFor()
    await fields.first().scrollIntoViewIfNeeded()
    await saveScreenshot(page, `T4001-manage${path}-zoomed`)
    const visibleCount = await fields.evaluateAll(countFullyVisible)
    if (visibleCount < 2) found.push(`${path} shows ${visibleCount} fields`)
  }
  expect(found).toEqual([])
  expectNoConsoleErrors(phone)
})

/** Runs in the page: counts the fields that are completely visible and not covered. */
function countFullyVisible(fields: readonly Element[]): number {
  return fields.filter((field) => {
    const { left, right, top, bottom } = field.getBoundingClientRect()
    const isInside = left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight
    const above = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    return isInside && above !== null && (field.contains(above) || above.contains(field))
  }).length
}
