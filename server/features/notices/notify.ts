import { sql } from 'kysely'
import type { Audience } from '#contract/audiences'
import type { MessageTopic } from '#contract/message-channels'
import type { LocalizedText } from '#i18n/translate'
import type { Db } from '../../platform/database/db.ts'
import { createSecret } from '../../platform/sessions/secrets.ts'
import { insertNotice, setRecipients } from './store.ts'

/**
 * The texts of a message, plain. A line break begins a new paragraph. An empty English title:
 * Chinese only.
 */
interface MessageTexts {
  readonly title: LocalizedText
  readonly content: LocalizedText
}

interface Message extends MessageTexts {
  /** Why it is sent, if other channels also deliver it to students. */
  readonly topic?: MessageTopic
  readonly now: Date
}

/**
 * Sends a notice to one person, `student:<code>` or `staff:<code>`. Call it in the transaction of the
 * change that the notice reports.
 */
export const notifyPerson = (
  db: Db,
  { subject, ...message }: Message & { readonly subject: string },
): Promise<void> => notifyPeople(db, { subjects: [subject], ...message })

/** Sends a notice to each of these people, in one statement. */
export async function notifyPeople(
  db: Db,
  { subjects, topic, now, ...texts }: Message & { readonly subjects: readonly string[] },
): Promise<void> {
  const { title, content, title_en, content_en } = toColumns(texts)
  await sql`
    with sent as (
      insert into notice (id, title, content, title_en, content_en, published_at, audience, subject, topic)
      select replace(gen_random_uuid()::text, '-', ''), ${title}, ${content}, ${title_en}, ${content_en}, ${now},
        'person', subject, ${topic ?? ''}
      from unnest(${subjects}::text[]) as subject returning id, subject)
    insert into message_delivery (notice_id, student_code, created_at, next_at)
    select sent.id, student.code, ${now}, ${now} from sent
      join student on student.code = split_part(sent.subject, 'student:', 2) where ${topic ?? ''} <> ''`.execute(
    db,
  )
}

/** Sends one notice to a group of students; returns its id. */
export async function notifyGroup(
  db: Db,
  message: MessageTexts & {
    students: readonly string[]
    audience: Audience
    topic: MessageTopic
    important: boolean
    by: string
    now: Date
  },
): Promise<string> {
  const { students, audience, topic, important, by, now } = message
  const id = createSecret()
  await insertNotice(db, {
    ...toColumns(message),
    id,
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

const toColumns = ({ title, content }: MessageTexts) => ({
  title: title.zh,
  content: toParagraphs(content.zh),
  title_en: title.en === '' ? null : title.en,
  content_en: title.en === '' ? null : toParagraphs(content.en),
})

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
