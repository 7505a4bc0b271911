import type { Page } from 'playwright-core'
import { sweep } from '#server/features/payment/sweep'
import { sandboxGateway } from '#server/payments/sandbox'
import type { Backend } from './backend.ts'
import type { Campus } from './journey.ts'
import { until } from './patience.ts'

/** How the sandbox's payment sheet can be ended, as its buttons say it. */
export const SHEET = {
  ok: '支付成功',
  cancel: '取消支付',
  fail: '支付失败',
  dies: '支付后手机死机',
} as const

/** What a request that is about money looks like; none of them may go by itself. */
export const MONEY = /^\/(payment|commonrest\/getUniqueId|sandbox\/pay)/

/** The button at the foot of a fee page, when it can be used. */
export const payButton = (page: Page) =>
  page.getByRole('button', { name: /^(缴费|继续支付)$/, disabled: false })

/** Open the fee step and wait until it can be paid there. */
export async function openFees(page: Page, { origin }: Campus, number: string): Promise<void> {
  await page.goto(`${origin}/onlinefee/5/${number}`)
  await payButton(page).waitFor()
}

/**
 * From the fee page to the choice of a method. Right after an attempt a tap is taken for a second
 * one (XC-28), so it is tried again.
 */
export async function chooseMethod(page: Page): Promise<void> {
  const method = page.getByRole('dialog', { name: '选择支付方式' })
  await until(async () => {
    if (!(await method.isVisible())) await payButton(page).click({ timeout: 1000 })
    await method.waitFor({ timeout: 1000 })
  })
}

/** Choose the messaging app, and wait for its payment sheet. */
export async function openSheet(page: Page): Promise<void> {
  await chooseMethod(page)
  await page.getByRole('button', { name: '微信支付' }).click()
  await page.getByRole('dialog', { name: '模拟支付' }).waitFor()
}

/** End the payment sheet. */
export const endSheet = (page: Page, how: keyof typeof SHEET): Promise<void> =>
  page.getByRole('dialog', { name: '模拟支付' }).getByRole('button', { name: SHEET[how] }).click()

/** The student's orders so far, and what was credited for them. */
export async function booksOf({ db }: Backend, student: string) {
  const orders = await db
    .selectFrom('pay_order')
    .selectAll()
    .where('student_code', '=', student)
    .orderBy('created_at')
    .execute()
  const credits = await db
    .selectFrom('payment_credit')
    .selectAll()
    .where('student_code', '=', student)
    .execute()
  return { orders, credits }
}

/** The server's own round over doubtful orders, half a minute later. */
export async function sweepLater({ db, clock }: Backend): Promise<void> {
  clock.advance(30)
  await sweep({ db, gateway: sandboxGateway({ db, clock }), clock })
}
