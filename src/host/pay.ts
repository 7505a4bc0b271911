import { appConfig } from '#app/lib/platform/config.ts'
import type { PaymentSheetParams } from '#contract/payment'
import { isHostBrowser, isMiniProgram } from './browser.ts'
import { openSandboxSheet, type PhonePaymentResult } from './pay-sandbox.ts'

interface PayBridge {
  readonly invoke: (
    name: 'getBrandWCPayRequest',
    wish: Readonly<Record<string, string>>,
    then: (said: { readonly err_msg?: string }) => void,
  ) => void
}

const TIMEOUT_MS = 10_000

/** Whether a payment sheet can be opened; outside WeChat and in a mini program there is none. */
export const canPay = (): boolean =>
  appConfig.payment === 'sandbox' ||
  (appConfig.host === 'wechat' && isHostBrowser() && !isMiniProgram())

/**
 * Opens the payment sheet for an order that the server has created and signed. The phone signs
 * nothing (D-61).
 */
export async function openPaymentSheet(params: PaymentSheetParams): Promise<PhonePaymentResult> {
  if (appConfig.payment === 'sandbox') return openSandboxSheet(params)
  const bridge = await bridgeReady()
  if (bridge === undefined) return 'fail'
  const { timestamp, package: order, signType, nonce, sign } = params
  return new Promise((resolve) =>
    bridge.invoke(
      'getBrandWCPayRequest',
      {
        appId: appConfig.appId,
        timeStamp: timestamp,
        nonceStr: nonce,
        package: order,
        signType,
        paySign: sign,
      },
      ({ err_msg: said = '' }) =>
        resolve(said.endsWith(':ok') ? 'ok' : said.endsWith(':cancel') ? 'cancel' : 'fail'),
    ),
  )
}

// The messaging app injects its bridge some time after the page has started.
function bridgeReady(): Promise<PayBridge | undefined> {
  const bridge = bridgeOf(window)
  if (bridge !== undefined) return Promise.resolve(bridge)
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      resolve(bridgeOf(window))
    }
    const timer = setTimeout(end, TIMEOUT_MS)
    document.addEventListener('WeixinJSBridgeReady', end, { once: true })
  })
}

// The package declares the type of the bridge as `any`.
const bridgeOf = ({ WeixinJSBridge }: Window): PayBridge | undefined => WeixinJSBridge
