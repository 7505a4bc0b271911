import { appConfig } from '#app/lib/platform/config.ts'
import { exchangeAuthorisationCode } from './authorise.ts'
import type { MessagingAppScanResult } from './scan.ts'

/** The part of DingTalk's script that this app uses. None of it needs a signed page. */
export interface DingtalkBridge {
  readonly requestAuthCode: (params: { readonly corpId: string }) => Promise<{ code: string }>
  readonly scan: (params: { readonly type: 'qrCode' }) => Promise<{ text: string }>
  readonly close: (params: object) => Promise<unknown>
}

declare global {
  interface Window {
    /** A bridge that replaces DingTalk's script. */
    dingtalkBridge?: DingtalkBridge
  }
}

const CODE_TIMEOUT_MS = 3_000
// By this code the scanner reports that the user has closed it.
const CANCELLED = '-1'

async function openBridge(): Promise<DingtalkBridge> {
  if (window.dingtalkBridge !== undefined) return window.dingtalkBridge
  await import('dingtalk-jsapi/entry/mobile')
  const [requesting, scanning, closing] = await Promise.all([
    import('dingtalk-jsapi/api/runtime/permission/requestAuthCode'),
    import('dingtalk-jsapi/api/biz/util/scan'),
    import('dingtalk-jsapi/api/biz/navigation/close'),
  ])
  return {
    requestAuthCode: ({ corpId }) =>
      requesting.requestAuthCode$({ corpId }) as Promise<{ code: string }>,
    scan: (params) => scanning.scan$(params) as Promise<{ text: string }>,
    close: (params) => closing.close$(params),
  }
}

/**
 * Requests a single-use code for the user from DingTalk; undefined if there is none within three
 * seconds, because the page waits for it.
 */
async function requestDingtalkCode(corpId: string): Promise<string | undefined> {
  try {
    const bridge = await openBridge()
    const { code } = await Promise.race([
      bridge.requestAuthCode({ corpId }),
      // Outside its app the script never answers.
      new Promise<{ code: string }>((resolve) =>
        setTimeout(resolve, CODE_TIMEOUT_MS, { code: '' }),
      ),
    ])
    return code === '' ? undefined : code
  } catch {
    return undefined
  }
}

/** Gets the user from DingTalk. If that fails, the app continues without one. */
export async function signInWithDingtalk(): Promise<void> {
  const code = await requestDingtalkCode(appConfig.appId)
  if (code !== undefined) await exchangeAuthorisationCode({ code, state: '' })
}

/** Scans one QR code with DingTalk's scanner. Never rejects. */
export async function scanWithDingtalk(): Promise<MessagingAppScanResult> {
  try {
    const { text } = await (await openBridge()).scan({ type: 'qrCode' })
    return { type: 'scanned', text }
  } catch (cause) {
    const { errorCode }: { errorCode?: unknown } = Object(cause)
    if (String(errorCode) === CANCELLED) return { type: 'cancelled' }
    const said = cause instanceof Error ? { errMsg: cause.message } : cause
    return { type: 'failed', said: JSON.stringify(said) }
  }
}

/** Closes DingTalk's window. Resolves to false if that is not possible. */
export async function closeDingtalkWindow(): Promise<boolean> {
  try {
    await (await openBridge()).close({})
    return true
  } catch {
    return false
  }
}
