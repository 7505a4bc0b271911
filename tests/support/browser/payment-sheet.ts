import type { Page } from 'playwright-core'
import { sandboxGateway } from '#server/payment-gateways/sandbox-gateway'
import type { Backend } from '../backend/backend.ts'
import { settleDueOrders } from '../backend/settle-due-orders.ts'
import { waitUntil } from '../setup/wait-until.ts'
import type { BrowserTestCampus } from './browser-campus.ts'

/** The labels of the buttons that end the sandbox's payment sheet. */
export const SANDBOX_SHEET_BUTTONS = {
  ok: '支付成功',
  cancel: '取消支付',
  fail: '支付失败',
  dies: '支付后手机死机',
} as const

/** The paths of requests about money, none of which the app is allowed to send automatically. */
export const PAYMENT_PATHS = /^\/(payment|commonrest\/getUniqueId|sandbox\/pay)/

/** The enabled button at the foot of a fee page. */
export const findPayButton = (page: Page) =>
  page.getByRole('button', { name: /^(缴费|继续支付)$/, disabled: false })

/** Open the payment step and wait until its pay button is enabled. */
export async function openFeeStep(
  page: Page,
  { origin }: BrowserTestCampus,
  number: string,
): Promise<void> {
  await page.goto(`${origin}/onlinefee/5/${number}`)
  await findPayButton(page).waitFor()
}

/**
 * Proceed from the fee page to the choice of a payment method. Right after an attempt, a tap counts
 * as a second one and is refused (XC-28), so the tap is repeated.
 */
export async function choosePaymentMethod(page: Page): Promise<void> {
  const method = page.getByRole('dialog', { name: '选择支付方式' })
  await waitUntil(async () => {
    if (!(await method.isVisible())) await findPayButton(page).click({ timeout: 1000 })
    await method.waitFor({ timeout: 1000 })
  })
}

/** Choose payment by the messaging app, and wait for its payment sheet. */
export async function openPaymentSheet(page: Page): Promise<void> {
  await choosePaymentMethod(page)
  await page.getByRole('button', { name: '微信支付' }).click()
  await page.getByRole('dialog', { name: '模拟支付' }).waitFor()
}

/** End the payment sheet by one of its buttons. */
export const endPaymentSheet = (
  page: Page,
  how: keyof typeof SANDBOX_SHEET_BUTTONS,
): Promise<void> =>
  page
    .getByRole('dialog', { name: '模拟支付' })
    .getByRole('button', { name: SANDBOX_SHEET_BUTTONS[how] })
    .click()

/** Read the student's payment orders and credits. */
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

/** Advance the clock by 30 s and run the server's reconciliation of due orders. */
export async function reconcileOrdersLater({ db, clock }: Backend): Promise<void> {
  clock.advance(30)
  await settleDueOrders({ db, gateway: sandboxGateway({ db, clock }), clock })
}
