import { textMessagesTexts } from '#i18n/text-messages'
import type { Clock } from '../../../platform/clock.ts'
import type { Settings, SmsWebhook } from '../../../platform/settings/settings.ts'
import { deliverSmsNow } from '../../../platform/sms/delivery-worker.ts'
import { type MessageChannel, toRecipients } from '../channel.ts'

/** The longest SMS message of one part, and the length of each part of a longer one. */
const ONE_PART_CHARACTERS = 70
const PART_CHARACTERS = 67
const RETRIABLE = /^HTTP (408|425|429|5\d\d)$/

/**
 * Creates the channel of the campus's own SMS service. It is told the same id at every attempt, and
 * a price is recorded for each part of a message.
 */
export const createSmsChannel = (
  webhook: SmsWebhook,
  { clock, settings }: { clock: Clock; settings: Pick<Settings, 'messages'> },
): MessageChannel => ({
  name: 'sms',
  dropsRepetitions: true,
  findRecipients: async (db, students) =>
    toRecipients(
      await db
        .selectFrom('student')
        .select(['code as student', 'phone as address'])
        .where('code', '=', (e) => e.fn.any(e.val([...students])))
        .where('phone', '<>', '')
        .execute(),
      async ({ id, title, language }, phone) => {
        const text = textMessagesTexts.reminder[language](title)
        const { ok, code } = await deliverSmsNow({ db, clock, webhook }, { id, phone, text })
        if (ok) return { type: 'sent', costFen: countParts(text) * settings.messages.smsPriceFen }
        return code.startsWith('HTTP') && !RETRIABLE.test(code)
          ? { type: 'refused', code }
          : { type: 'later', code }
      },
    ),
})

const countParts = (text: string): number =>
  text.length <= ONE_PART_CHARACTERS ? 1 : Math.ceil(text.length / PART_CHARACTERS)
