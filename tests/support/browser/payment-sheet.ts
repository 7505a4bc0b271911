import type { Page } from 'playwright-core'
import { sandboxGateway } from '#server/payment-gateways/sandbox-gateway'
import type { Backend } from '../backend/backend.ts'
import { settleDueOrders } from '../backend/settle-due-orders.ts'
import { waitUntil } from '../setup/wait-until.ts'
import type { BrowserCampus } from './browser-campus.ts'

/** How the sandbox's payment sheet can be ended, as its buttons say it. */
export const SANDBOX_SHEET_BUTTONS = {
  ok: '支付成功',
  cancel: '取消支付',
  fail: '支付失败',
  dies: '支付后手机死机',
} as const

/** What a request that is about money looks like; none of them may go by itself. */
export const PAYMENT_PATHS = /^\/(payment|commonrest\/getUniqueId|sandbox\/pay)/

/** The button at the foot of a fee page, when it can be used. */
export const findPayButton = (page: Page) =>
  page.getByRole('button', { name: /^(缴费|继续支付)$/, disabled: false })

/** Open the fee step and wait until it can be paid there. */
export async function openFeeStep(
  page: Page,
  { origin }: BrowserCampus,
  number: string,
): Promise<void> {
  await page.goto(`${origin}/onlinefee/5/${number}`)
  await findPayButton(page).waitFor()
}

/**
 * From the fee page to the choice of a method. Right after an attempt a tap is taken for a second
 * one (XC-28), so it is tried again.
 */
export async function choosePaymentMethod(page: Page): Promise<void> {
  const method = page.getByRole('dialog', { name: '选择支付方式' })
  await waitUntil(async () => {
    if (!(await method.isVisible())) await findPayButton(page).click({ timeout: 1000 })
    await method.waitFor({ timeout: 1000 })
  })
}

/** Choose the messaging app, and wait for its payment sheet. */
export async function openPaymentSheet(page: Page): Promise<void> {
  await choosePaymentMethod(page)
  await page.getByRole('button', { name: '微信支付' }).click()
  await page.getByRole('dialog', { name: '模拟支付' }).waitFor()
}

/** End the payment sheet. */
export const endPaymentSheet = (
  page: Page,
  how: keyof typeof SANDBOX_SHEET_BUTTONS,
): Promise<void> =>
  page
    .getByRole('dialog', { name: '模拟支付' })
    .getByRole('button', { name: SANDBOX_SHEET_BUTTONS[how] })
    .click()

/** The student's orders so far, and what was credited for them. */
export async function findOrdersAndCredits({ db }: Backend, student: string) {
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
export async function reconcileOrdersLater({ db, clock }: Backend): Promise<void> {
  clock.advance(30)
  await settleDueOrders({ db, gateway: sandboxGateway({ db, clock }), clock })
}
