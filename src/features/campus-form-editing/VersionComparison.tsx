import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { campusFormEditingTexts } from '#i18n/campus-form-editing'
import { compareVersions } from './compare-versions.ts'
import { titleOfItem } from './describe-problem.ts'
import type { EditedForm } from './edit-history.ts'
import styles from './campus-form-editing.module.css'

/** What differs between two versions of a form, and which questions are asked again. */
export function VersionComparison({
  before,
  after,
}: {
  before: EditedForm | undefined
  after: EditedForm
}) {
  const texts = useTexts(campusFormEditingTexts)
  const language = useLanguage()
  if (before === undefined) return <p>{texts.firstVersion}</p>
  const { changes, haveTextsChanged, haveSettingsChanged, askAgain } = compareVersions(
    before,
    after,
  )
  const known = new Set(changes.flatMap(({ kind, item }) => (kind === 'added' ? [item.name] : [])))
  const again = changes.filter(
    ({ kind, item }) =>
      kind !== 'removedItem' && askAgain.includes(item.name) && !known.has(item.name),
  )
  return (
    <section aria-label={texts.changes} className={styles['comparison']}>
      <h3>{texts.changes}</h3>
      {changes.length === 0 && <p>{texts.noChanges}</p>}
      <ul>
        {changes.map(({ kind, item }) => (
          <li key={`${kind} ${item.name}`}>
            <span>{texts[kind]}</span> {titleOfItem(item, language)}
          </li>
        ))}
        {haveTextsChanged && <li>{texts.textsChanged}</li>}
        {haveSettingsChanged && <li>{texts.settingsChanged}</li>}
      </ul>
      {again.length > 0 && (
        <>
          <h3>{texts.askedAgain}</h3>
          <ul>
            {again.map(({ item }) => (
              <li key={item.name}>{titleOfItem(item, language)}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
