import { appConfig } from '#app/lib/platform/config.ts'
import { isHostBrowser, isMiniProgram } from './browser.ts'
import { openMessagingSdk } from './sdk.ts'

/**
 * Closes the messaging app's window (CMP-03). Resolves to false in an ordinary browser, which stays
 * open.
 */
export async function closeWindow(): Promise<boolean> {
  if (appConfig.host === 'dingtalk' && isHostBrowser())
    return import('./dingtalk.ts').then(
      ({ closeDingtalkWindow }) => closeDingtalkWindow(),
      () => false,
    )
  const sdk = await openMessagingSdk()
  if (sdk.type !== 'ready') return false
  if (isMiniProgram() && sdk.bridge.miniProgram !== undefined) {
    sdk.bridge.miniProgram.navigateBack()
    return true
  }
  if (sdk.bridge.closeWindow === undefined) return false
  sdk.bridge.closeWindow()
  return true
}
