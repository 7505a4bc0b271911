import { sql } from 'kysely'
import type { Text } from '#i18n/translate'
import type { Db } from '../../platform/database/db.ts'
import { createSecret } from '../../platform/sessions/secrets.ts'
import { insertNotice } from './store.ts'

/** What one person is told, in both languages. Texts are plain; a line break begins a paragraph. */
interface Message {
  /** `student:<code>` or `staff:<code>`. */
  readonly subject: string
  readonly title: Text
  readonly content: Text
  readonly now: Date
}

/**
 * Tell one person something: a notice that nobody else reads. It belongs into the transaction of
 * what it tells of.
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

/** Send the same notice to many people, in one statement. */
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

// User text inside it is escaped, whatever it looks like.
const asHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
