import type { SenderIdentity } from '#offline/outbox/outbox-records'
import { currentLanguage } from '../language/language.ts'
import { config } from '../platform/config.ts'

/** Where a call goes, in which language it is answered, and how its answer is known as the campus's. */
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
