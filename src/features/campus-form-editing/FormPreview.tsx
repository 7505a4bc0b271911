import { useDeferredValue, useState } from 'react'
import { loadCampusFormFields } from '#app/features/campus-forms/public.ts'
import { chinaToday } from '#app/lib/format/china-time.ts'
import { LanguageContext, useLanguage, useTexts } from '#app/lib/language/language.ts'
import { lazyComponent } from '#app/ui/lazy-component.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { SegmentedControl } from '#app/ui/SegmentedControl.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { type CampusFormDefinition, itemsOf, STUDENT_FACTS } from '#contract/campus-form-definition'
import { findDefinitionProblems } from '#contract/campus-form-problems'
import type { CampusFormAnswers } from '#contract/campus-form-submission'
import { campusFormEditingTexts } from '#i18n/campus-form-editing'
import { languageOptions } from '#i18n/settings'
import type { Language } from '#i18n/translate'
import { titleOfItem } from './describe-problem.ts'
import { createMemoryFiles } from './memory-files.ts'
import styles from './campus-form-editing.module.css'

const LazyCampusFormFields = lazyComponent(loadCampusFormFields)

/** Problems with which a form can be shown all the same. */
const HARMLESS: readonly string[] = [
  'no-label',
  'no-title',
  'no-questions',
  'range',
  'answer-in-text',
]

/** The student who fills in a form that is only tried. */
const TESTER = '张三'

/**
 * The form as a student sees it on a phone. It can be filled in; what would be stored is then shown,
 * and nothing is stored. What was filled in stays while the form is edited.
 */
export function FormPreview({ definition }: { definition: CampusFormDefinition }) {
  const texts = useTexts(campusFormEditingTexts)
  const language = useLanguage()
  // Students read both languages, whichever the console has.
  const [shownIn, setShownIn] = useState(language)
  const isShowable = findDefinitionProblems(definition).every(({ problem }) =>
    HARMLESS.includes(problem),
  )
  // While an expression is being typed, the preview shows the form as it was before.
  const [whole, setWhole] = useState(isShowable ? definition : undefined)
  if (isShowable && whole !== definition) setWhole(definition)
  const shown = useDeferredValue(whole)
  const [files] = useState(createMemoryFiles)
  const [tried, setTried] = useState<CampusFormAnswers>()
  const [sent, setSent] = useState<CampusFormAnswers>()
  const [facts, setFacts] = useState<Readonly<Record<string, string>>>({})
  const source = JSON.stringify(shown)
  const trial = source + JSON.stringify(facts)
  // A form that has changed begins with what was filled in before the change. Afterwards its answers
  // are its own.
  const [begun, setBegun] = useState({ trial, answers: tried })
  if (begun.trial !== trial) setBegun({ trial, answers: tried })
  const read = STUDENT_FACTS.filter((fact) => source?.includes(fact))
  const usesName = shown !== undefined && source.includes('"statement"')
  return (
    <aside className={styles['preview']} aria-label={texts.preview}>
      <h2>{texts.preview}</h2>
      <MutedText>{texts.previewHint}</MutedText>
      <SegmentedControl<Language>
        label={texts.previewLanguage}
        value={shownIn}
        options={languageOptions}
        onChoose={setShownIn}
      />
      {usesName && <MutedText>{texts.previewName(TESTER)}</MutedText>}
      {read.map((fact) => (
        <TextField
          key={fact}
          label={texts.facts[fact]}
          value={facts[fact] ?? ''}
          onType={(text) => setFacts({ ...facts, [fact]: text })}
        />
      ))}
      {shown === undefined ? (
        <MutedText>{texts.mendFirst}</MutedText>
      ) : (
        <div className={styles['phone']} lang={shownIn === 'zh' ? 'zh-CN' : 'en'}>
          <LanguageContext value={shownIn}>
            <p className={styles['phoneTitle']}>
              {shown.title[shownIn] || shown.title.zh || shown.title.en || texts.untitled}
            </p>
            {shown.help !== undefined && (
              <p className={styles['quiet']}>
                {shown.help[shownIn] || shown.help.zh || shown.help.en}
              </p>
            )}
            <LazyCampusFormFields
              key={trial}
              fallback={<Skeleton rows={5} />}
              definition={shown}
              context={{ today: chinaToday(), studentName: TESTER, facts }}
              files={files}
              answers={begun.answers}
              onAnswers={setTried}
              send={(answers) => {
                setSent(answers)
                return Promise.resolve({ type: 'sent' })
              }}
            />
          </LanguageContext>
        </div>
      )}
      {sent !== undefined && shown !== undefined && (
        <section role="status" className={styles['sent']}>
          <h3>{texts.wouldBeStored}</h3>
          <dl>
            {itemsOf(shown.items)
              .filter(({ item, repetition }) => repetition === undefined && item.name in sent)
              .map(({ item }) => (
                <div key={item.name}>
                  <dt>
                    {titleOfItem(item, language)} <code>{item.name}</code>
                  </dt>
                  <dd>{writeAnswer(sent[item.name])}</dd>
                </div>
              ))}
          </dl>
        </section>
      )}
    </aside>
  )
}

const writeAnswer = (answer: CampusFormAnswers[string] | undefined): string =>
  typeof answer === 'string' ? answer : JSON.stringify(answer)
