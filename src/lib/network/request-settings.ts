import type { SenderIdentity } from '#offline/outbox/outbox-records'
import { currentLanguage } from '../language/language.ts'
import { config } from '../platform/config.ts'

/**
 * The settings of every request: the services' URLs, the language of the response, the timeout, and
 * whether responses of the campus are recognised by an echo.
 */
export const getRequestSettings = (): Omit<
  SenderIdentity,
  'subject' | 'token' | 'sendsReceipts'
> => ({
  roots: config.roots,
  language: currentLanguage(),
  timeout: config.timeout,
  ...(config.echoesKeys && { echoesKeys: true }),
  ...(config.restorableDays !== undefined && { restorableDays: config.restorableDays }),
})
