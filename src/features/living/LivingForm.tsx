import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useContractForm } from '#app/lib/forms/contract-form.ts'
import type { Write } from '#app/lib/forms/desk.ts'
import { submitForm, type Source } from '#app/lib/forms/queued.ts'
import { notSavedText, type SavedAs } from '#app/lib/forms/saved.ts'
import { useLanguage, useWords } from '#app/lib/language.ts'
import { shownMoney } from '#app/lib/money.ts'
import { Card } from '#app/ui/Card.tsx'
import { FormBody } from '#app/ui/FormBody.tsx'
import { livingForm, type Package, type Reservation } from '#contract/living'
import { formWords } from '#words/form'
import { livingWords } from '#words/living'
import { PackageField } from './PackageField.tsx'
import { picked, totalOf } from './values.ts'
import styles from './living.module.css'

const NAMES = ['packages'] as const

/** The packages to reserve, what they cost together, and the button (LIV-02). */
export function LivingForm({
  packages,
  source,
  restored,
  isNew,
  onDraft,
  onDropDraft,
  onSaved,
  write = submitForm,
  onSkip,
}: {
  packages: readonly Package[]
  source: Source<Reservation>
  restored: boolean
  /** Nothing was reserved before. */
  isNew: boolean
  onDraft: (draft: Source<Reservation>) => Promise<void>
  onDropDraft: () => void
  onSaved: (as: SavedAs) => void
  /** Where the words go; the outbox if nothing is said. */
  write?: Write
  onSkip?: (() => void) | undefined
}) {
  const words = useWords(livingWords)
  const say = useWords(formWords)
  const language = useLanguage()
  const [notSaved, setNotSaved] = useState<string>()
  const { form, version, wrong } = useContractForm<Reservation, Reservation>({
    rules: livingForm.payload.schema,
    names: NAMES,
    source,
    restored,
    onDraft,
  })
  const { submitCount, isSubmitting } = form.formState
  const chosen = useWatch({ control: form.control, name: 'packages' })
  const ids = chosen.map(({ id }) => id)
  const valid = async (reservation: Reservation) => {
    setNotSaved(undefined)
    const saved = await write('living', reservation, version())
    if (saved.type === 'not-saved') return setNotSaved(notSavedText(saved, language))
    form.reset(reservation)
    return onSaved(saved)
  }
  const toggle = (id: string, checked: boolean) => {
    const now = picked(packages, checked ? [...ids, id] : ids.filter((one) => one !== id))
    form.setValue('packages', now, { shouldDirty: true })
  }
  const groups = [
    { title: words.mandatoryTitle, offers: packages.filter(({ mandatory }) => mandatory) },
    { title: words.optionalTitle, offers: packages.filter(({ mandatory }) => !mandatory) },
  ].filter(({ offers }) => offers.length > 0)
  return (
    <FormBody
      words={{ ...say, needed: undefined, submit: isNew ? words.reserve : words.update }}
      restored={restored}
      errors={submitCount > 0 ? wrong.map(({ message }) => message) : []}
      problem={notSaved}
      busy={isSubmitting}
      onDropDraft={onDropDraft}
      onSubmit={(event) => void form.handleSubmit(valid)(event)}
      onSkip={onSkip}
    >
      {groups.map(({ title, offers }) => (
        <Card key={title} flush title={title}>
          {offers.map((offer) => (
            <PackageField
              key={offer.id}
              offer={offer}
              checked={ids.includes(offer.id)}
              onToggle={(checked) => toggle(offer.id, checked)}
            />
          ))}
        </Card>
      ))}
      <Card>
        <output className={styles['total']}>
          <span>
            {words.total} <span className={styles['content']}>{words.count(ids.length)}</span>
          </span>
          <b>{shownMoney(totalOf(chosen))}</b>
        </output>
      </Card>
    </FormBody>
  )
}
