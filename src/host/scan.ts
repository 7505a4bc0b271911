import { appConfig } from '#app/lib/platform/config.ts'
import { isHostBrowser } from './browser.ts'
import { openMessagingSdk, discardRefusedSignature } from './sdk.ts'

/** The result of a scan through the messaging app. */
export type MessagingAppScanResult =
  | { readonly type: 'scanned'; readonly text: string }
  | { readonly type: 'cancelled' }
  /** Not in the messaging app: use the browser's camera. */
  | { readonly type: 'none' }
  /** This version of the messaging app cannot scan (SCN-12). */
  | { readonly type: 'too-old' }
  /** The check for support failed (SCN-13). */
  | { readonly type: 'check-failed' }
  /** The script could not be set up; the text is shown as it is (SCN-14). */
  | { readonly type: 'failed'; readonly said: string }

/** Scans one QR code with the messaging app's scanner, which needs a network. Never rejects. */
export async function scanWithMessagingApp(): Promise<MessagingAppScanResult> {
  if (appConfig.host === 'dingtalk' && isHostBrowser())
    return import('./dingtalk.ts').then(
      ({ scanWithDingtalk }) => scanWithDingtalk(),
      () => ({ type: 'none' }) as const,
    )
  const sdk = await openMessagingSdk()
  if (sdk.type !== 'ready') return sdk
  const { checkJsApi, scanQRCode } = sdk.bridge
  if (scanQRCode === undefined) return { type: 'too-old' }
  const can = checkJsApi === undefined ? true : await checkScanSupport(checkJsApi)
  if (can === undefined) return { type: 'check-failed' }
  if (!can) return { type: 'too-old' }
  return new Promise((resolve) =>
    scanQRCode({
      needResult: 1,
      scanType: ['qrCode'],
      success: ({ resultStr }) => resolve({ type: 'scanned', text: resultStr }),
      fail: (said) =>
        resolve(
          discardRefusedSignature(said)
            ? { type: 'failed', said: JSON.stringify(said) }
            : { type: 'too-old' },
        ),
      cancel: () => resolve({ type: 'cancelled' }),
    }),
  )
}

const checkScanSupport = (
  checkJsApi: (wish: CheckJsApiParams) => void,
): Promise<boolean | undefined> =>
  new Promise((resolve) =>
    checkJsApi({
      jsApiList: ['scanQRCode'],
      success: ({ checkResult }) => resolve(checkResult['scanQRCode'] === true),
      fail: () => resolve(undefined),
    }),
  )

interface CheckJsApiParams {
  readonly jsApiList: readonly string[]
  readonly success: (found: { readonly checkResult: Readonly<Record<string, boolean>> }) => void
  readonly fail: () => void
}
