import { sql } from 'kysely'
import type { Audience } from '#contract/audiences'
import type { MessageTopic } from '#contract/message-channels'
import type { LocalizedText } from '#i18n/translate'
import type { Db } from '../../platform/database/db.ts'
import { createSecret } from '../../platform/sessions/secrets.ts'
import { insertNotice, queueDelivery, setRecipients } from './store.ts'

/**
 * A message to one person in both languages, as plain text. A line break begins a new paragraph.
 */
interface Message {
  /** The recipient, `student:<code>` or `staff:<code>`. */
  readonly subject: string
  readonly title: LocalizedText
  readonly content: LocalizedText
  /** Why it is sent, if other channels also deliver it to a student. */
  readonly topic?: MessageTopic
  readonly now: Date
}

/**
 * Sends a notice to one person. Call it in the transaction of the change that the notice reports.
 */
export const notifyPerson = async (db: Db, message: Message): Promise<void> => {
  const { subject, title, content, topic, now } = message
  const id = createSecret()
  await insertNotice(db, {
    id,
    title: title.zh,
    content: toParagraphs(content.zh),
    title_en: title.en,
    content_en: toParagraphs(content.en),
    published_at: now,
    audience: 'person',
    subject,
    topic: topic ?? '',
  })
  if (topic !== undefined) await queueDelivery(db, { notice: id, now })
}

/** Sends the same notice to many people, in one statement. */
export async function notifyPeople(
  db: Db,
  message: {
    subjects: readonly string[]
    title: string
    content: string
    english?: { readonly title: string; readonly content: string }
    topic?: MessageTopic
    now: Date
  },
): Promise<void> {
  const { subjects, title, english, topic = '', now } = message
  const contentEn = english === undefined ? null : toParagraphs(english.content)
  await sql`
    with sent as (
      insert into notice (id, title, content, title_en, content_en, published_at, audience, subject, topic)
      select replace(gen_random_uuid()::text, '-', ''), ${title}, ${toParagraphs(message.content)},
        ${english?.title ?? null}, ${contentEn}, ${now},
        'person', subject, ${topic}
      from unnest(${subjects}::text[]) as subject returning id, subject)
    insert into message_delivery (notice_id, student_code, created_at, next_at)
    select sent.id, student.code, ${now}, ${now} from sent
      join student on 'student:' || student.code = sent.subject where ${topic} <> ''`.execute(db)
}

/** Sends a notice to a group of students; returns its id. An empty English title: Chinese only. */
export async function notifyGroup(
  db: Db,
  message: {
    students: readonly string[]
    audience: Audience
    title: LocalizedText
    content: LocalizedText
    topic: MessageTopic
    important: boolean
    by: string
    now: Date
  },
): Promise<string> {
  const { students, audience, title, content, topic, important, by, now } = message
  const id = createSecret()
  await insertNotice(db, {
    id,
    title: title.zh,
    content: toParagraphs(content.zh),
    ...(title.en !== '' && { title_en: title.en, content_en: toParagraphs(content.en) }),
    published_at: now,
    audience: 'group',
    subject: null,
    topic,
    important,
    group_value: JSON.stringify(audience),
    sent_by: by,
  })
  await setRecipients(db, { notice: id, students, isDelivered: true, now })
  return id
}

// A line break begins a new paragraph.
const toParagraphs = (text: string): string =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => `<p>${asHtml(line)}</p>`)
    .join('')

// Converts plain text to HTML; all of it is escaped.
const asHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
