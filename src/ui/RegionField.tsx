import { ChevronRight } from 'lucide'
import { useState, type Ref } from 'react'
import { formatRegion } from '#i18n/region'
import { Field } from './Field.tsx'
import { Icon } from './Icon.tsx'
import { useLazyComponent } from './lazy-component.tsx'
import type { RegionLookup, RegionTexts } from './RegionPicker.tsx'
import { Sheet } from './Sheet.tsx'
import { Skeleton } from './Skeleton.tsx'
import styles from './Field.module.css'

const loadPicker = async () => (await import('./RegionPicker.tsx')).RegionPicker

/**
 * A region: province, city and district, chosen in a sheet. The list of regions loads when the
 * sheet opens.
 */
export function RegionField({
  label,
  title,
  value,
  error,
  hint,
  wide,
  texts,
  load,
  onChange,
  onBlur,
  ref,
}: {
  label: string
  /** The title of the sheet. */
  title: string
  /** The joined names, or '' for none. */
  value: string
  error?: string | undefined
  hint?: string | undefined
  wide?: boolean | undefined
  texts: RegionTexts & { readonly choose: string }
  /** Loads the regions; must be the same function in every render. */
  load: () => Promise<RegionLookup>
  onChange: (value: string) => void
  onBlur: () => void
  ref: Ref<HTMLButtonElement>
}) {
  const [open, setOpen] = useState(false)
  const draw = useLazyComponent(loadPicker, open)
  const close = () => {
    setOpen(false)
    onBlur()
  }
  return (
    <Field label={label} error={error} hint={hint} wide={wide}>
      {(ids) => (
        <>
          <button
            {...ids}
            ref={ref}
            type="button"
            aria-haspopup="dialog"
            className={styles['choice']}
            // Loading starts on pointer down, before the tap completes. The sheet shows errors of
            // loading.
            onPointerDown={() => void load().catch(() => {})}
            onClick={() => setOpen(true)}
          >
            <span className={value === '' ? styles['placeholder'] : undefined}>
              {value === '' ? texts.choose : formatRegion(value)}
            </span>
            <Icon of={ChevronRight} />
          </button>
          <Sheet open={open} title={title} onClose={close}>
            {draw?.({
              value,
              texts,
              load,
              onChoose: (chosen) => {
                onChange(chosen)
                close()
              },
            }) ?? <Skeleton rows={8} />}
          </Sheet>
        </>
      )}
    </Field>
  )
}
