import { sql } from 'kysely'
import type { LocalizedText } from '#i18n/translate'
import type { Db } from '../../platform/database/db.ts'
import { createSecret } from '../../platform/sessions/secrets.ts'
import { insertNotice } from './store.ts'

/**
 * A message to one person in both languages, as plain text. A line break begins a new paragraph.
 */
interface Message {
  /** The recipient, `student:<code>` or `staff:<code>`. */
  readonly subject: string
  readonly title: LocalizedText
  readonly content: LocalizedText
  readonly now: Date
}

/**
 * Sends a notice to one person. Call it in the transaction of the change that the notice reports.
 */
export const notifyPerson = async (db: Db, message: Message): Promise<void> => {
  const { subject, title, content, now } = message
  await insertNotice(db, {
    id: createSecret(),
    title: title.zh,
    content: paragraphs(content.zh),
    title_en: title.en,
    content_en: paragraphs(content.en),
    published_at: now,
    audience: 'person',
    subject,
  })
}

/** Sends the same notice to many people, in one statement. */
export const notifyPeople = (
  db: Db,
  message: { subjects: readonly string[]; title: string; content: string; now: Date },
) =>
  sql`
    insert into notice (id, title, content, published_at, audience, subject)
    select replace(gen_random_uuid()::text, '-', ''), ${message.title}, ${paragraphs(message.content)}, ${message.now},
      'person', subject
    from unnest(${message.subjects}::text[]) as subject`.execute(db)

const paragraphs = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => `<p>${asHtml(line)}</p>`)
    .join('')

// Converts plain text to HTML; all of it is escaped.
const asHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
