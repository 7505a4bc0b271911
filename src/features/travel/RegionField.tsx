import { useWords } from '#app/lib/language.ts'
import { Field } from '#app/ui/Field.tsx'
import { Sheet } from '#app/ui/Sheet.tsx'
import { travelWords } from '#words/travel'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useState, type Ref } from 'react'
import { RegionPicker } from './RegionPicker.tsx'
import styles from './travel.module.css'

/** The start city: province, city and district, chosen in a sheet; the regions are loaded when it opens. */
export function RegionField({
  value,
  error,
  onChange,
  onBlur,
  ref,
}: {
  value: string
  error?: string | undefined
  onChange: (value: string) => void
  onBlur: () => void
  ref: Ref<HTMLButtonElement>
}) {
  const words = useWords(travelWords)
  const [open, setOpen] = useState(false)
  const close = () => {
    setOpen(false)
    onBlur()
  }
  return (
    <Field label={words.startCity} error={error}>
      {(ids) => (
        <>
          <button
            {...ids}
            ref={ref}
            type="button"
            aria-haspopup="dialog"
            className={styles['open']}
            onClick={() => setOpen(true)}
          >
            <span className={value === '' ? styles['placeholder'] : undefined}>
              {value === '' ? words.regionPlaceholder : value.replaceAll(',', ' ')}
            </span>
            <ChevronRight aria-hidden />
          </button>
          <Sheet open={open} title={words.chooseRegion} closeLabel={words.close} onClose={close}>
            <RegionPicker
              value={value}
              onChoose={(chosen) => {
                onChange(chosen)
                close()
              }}
            />
          </Sheet>
        </>
      )}
    </Field>
  )
}
