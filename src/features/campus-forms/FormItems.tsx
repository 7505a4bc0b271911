import { memo, type ReactNode, useCallback, useMemo } from 'react'
import { Card } from '#app/ui/Card.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { type FormItem, isAnswerable, type Section } from '#contract/campus-form-definition'
import { useFormFact, useIsRelevant, useItemTexts } from './form-state.ts'
import { type Place, Questions } from './Questions.tsx'
import { RepetitionFields } from './RepetitionFields.tsx'
import styles from './campus-forms.module.css'

/** Items in their order; questions that follow each other share a card. */
export const FormItems = memo(function FormItems({
  items,
  prefix = '',
  index = 0,
}: Place & { items: readonly FormItem[] }) {
  const place = { prefix, index }
  const groups = useMemo(() => groupQuestions(items), [items])
  return groups.map((group) => {
    const [first] = group
    if (first === undefined) return null
    if (first.type === 'section')
      return <SectionFields key={first.name} section={first} {...place} />
    if (first.type === 'repetition')
      return (
        <RepetitionFields key={first.name} repetition={first}>
          {(group) => <FormItems items={first.items} {...group} />}
        </RepetitionFields>
      )
    if (first.type === 'note') return <Note key={first.name} note={first} index={index} />
    return (
      <OfAsked key={first.name} items={group} index={index}>
        <Card flush>
          <Questions items={group} {...place} />
        </Card>
      </OfAsked>
    )
  })
})

function SectionFields({ section, prefix, index = 0 }: Place & { section: Section }) {
  const isRelevant = useIsRelevant(section.name, index)
  const { label: title, hint } = useItemTexts(section, index)
  if (!isRelevant) return null
  const isPlain = section.items.every((item) => isAnswerable(item) || isComputed(item))
  const place = { ...(prefix !== undefined && { prefix }), index }
  return (
    <section aria-label={title} className={styles['section']}>
      {isPlain ? (
        <Card flush title={title}>
          {hint !== '' && <MutedText>{hint}</MutedText>}
          <Questions items={section.items} {...place} />
        </Card>
      ) : (
        <>
          <h2 className={styles['heading']}>{title}</h2>
          {hint !== '' && <MutedText note>{hint}</MutedText>}
          <FormItems items={section.items} {...place} />
        </>
      )}
    </section>
  )
}

function Note({ note, index }: { note: FormItem; index: number }) {
  const isRelevant = useIsRelevant(note.name, index)
  const { label, hint } = useItemTexts(note, index)
  return (
    isRelevant && (
      <div className={styles['note']}>
        <p>{label}</p>
        {hint !== '' && <MutedText>{hint}</MutedText>}
      </div>
    )
  )
}

// A card without a question is not shown.
function OfAsked({
  items,
  index,
  children,
}: {
  items: readonly FormItem[]
  index: number
  children: ReactNode
}) {
  const isAnyAsked = useFormFact(
    useCallback((state) => items.some(({ name }) => state.isRelevant(name, index)), [items, index]),
  )
  return isAnyAsked && children
}

const isComputed = ({ type }: FormItem) => type === 'calculation' || type === 'hidden'

/** Puts questions that follow each other into one list; every other item is a list of its own. */
function groupQuestions(items: readonly FormItem[]): FormItem[][] {
  const groups: FormItem[][] = []
  for (const item of items) {
    if (isComputed(item)) continue
    const last = groups.at(-1)
    if (last?.[0] !== undefined && isAnswerable(last[0]) && isAnswerable(item)) last.push(item)
    else groups.push([item])
  }
  return groups
}
