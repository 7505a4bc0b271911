import type { SenderIdentity } from '#offline/outbox/outbox-records'
import { currentLanguage } from '../language/language.ts'
import { appConfig } from '../platform/config.ts'

/**
 * The settings of every request: the services' URLs, the language of the response, the timeout, and
 * whether the campus echoes idempotency keys in its responses.
 */
export const getRequestSettings = (): Omit<
  SenderIdentity,
  'subject' | 'token' | 'sendsReceipts'
> => ({
  roots: appConfig.roots,
  language: currentLanguage(),
  timeout: appConfig.timeout,
  ...(appConfig.echoesKeys && { echoesKeys: true }),
  ...(appConfig.restorableDays !== undefined && { restorableDays: appConfig.restorableDays }),
})
