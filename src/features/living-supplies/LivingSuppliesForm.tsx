import { useWatch } from 'react-hook-form'
import { formatMoney } from '#app/lib/format/money.ts'
import { useContractForm } from '#app/lib/forms/contract-form.ts'
import { submitForm } from '#app/lib/forms/queued-form.ts'
import { type QueuedFormProps, useSubmission } from '#app/lib/forms/submission.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { FormBody } from '#app/ui/FormBody.tsx'
import { livingForm, type SupplyPackage, type SupplyReservation } from '#contract/living-supplies'
import { formTexts } from '#i18n/form'
import { livingSuppliesTexts } from '#i18n/living-supplies'
import { livingSuppliesOutboxView } from './outbox-view.ts'
import { PackageField } from './PackageField.tsx'
import { selectPackages, sumPackagePrices } from './values.ts'
import styles from './living-supplies.module.css'

const NAMES = livingSuppliesOutboxView.fields.map(({ name }) => name)

/** The packages to reserve, their total price, and the button (LIV-02). */
export function LivingSuppliesForm({
  packages,
  isNew,
  write = submitForm,
  ...props
}: QueuedFormProps<SupplyReservation> & {
  packages: readonly SupplyPackage[]
  /** Whether the student has no reservation yet. */
  isNew: boolean
}) {
  const texts = useTexts(livingSuppliesTexts)
  const say = useTexts(formTexts)
  const filled = useContractForm<SupplyReservation, SupplyReservation>({
    ...props,
    rules: livingForm.payload.schema,
    names: NAMES,
  })
  const { form } = filled
  const submission = useSubmission(filled, {
    send: (reservation) => write('living', reservation, filled.version()),
    onSaved: props.onSaved,
  })
  const chosen = useWatch({ control: form.control, name: 'packages' })
  const ids = chosen.map(({ id }) => id)
  const toggle = (id: string, checked: boolean) => {
    const now = selectPackages(packages, checked ? [...ids, id] : ids.filter((one) => one !== id))
    form.setValue('packages', now, { shouldDirty: true })
  }
  const groups = [
    { title: texts.mandatoryTitle, offers: packages.filter(({ mandatory }) => mandatory) },
    { title: texts.optionalTitle, offers: packages.filter(({ mandatory }) => !mandatory) },
  ].filter(({ offers }) => offers.length > 0)
  return (
    <FormBody
      texts={{ ...say, needed: undefined, submit: isNew ? texts.reserve : texts.update }}
      {...submission}
      restored={props.restored}
      onDropDraft={props.onDropDraft}
      isInConflict={props.isInConflict}
      onSkip={props.onSkip}
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
            {texts.total} <span className={styles['content']}>{texts.count(ids.length)}</span>
          </span>
          <b>{formatMoney(sumPackagePrices(chosen))}</b>
        </output>
      </Card>
    </FormBody>
  )
}
