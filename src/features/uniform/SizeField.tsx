import { Controller, type UseFormReturn } from 'react-hook-form'
import { useTexts } from '#app/lib/language/language.ts'
import { useTranslateName } from '#app/ui/name-translator.ts'
import { OptionTiles } from '#app/ui/OptionTiles.tsx'
import type { Garment, Uniform } from '#contract/uniform'
import { uniformTexts } from '#i18n/uniform'
import styles from './uniform.module.css'

/** The choice of one garment's size, with the remarks of the sizes (UNI-02, UNI-13). */
export function SizeField({
  form,
  at,
  garment,
}: {
  form: UseFormReturn<Uniform>
  at: number
  garment: Garment
}) {
  const texts = useTexts(uniformTexts)
  const named = useTranslateName()
  const explained = garment.sizes.filter(({ remark }) => remark !== '')
  return (
    <Controller
      control={form.control}
      name={`garments.${at}.size`}
      render={({ field, fieldState }) => (
        <OptionTiles
          {...field}
          label={garment.name}
          options={garment.sizes.map(({ id, size }) => ({ id, label: size }))}
          hint={garment.sizes.find(({ id }) => id === field.value)?.remark}
          error={fieldState.error?.message}
          onChange={(id) => {
            form.setValue(
              `garments.${at}.sizeName`,
              garment.sizes.find((one) => one.id === id)?.size ?? '',
            )
            field.onChange(id)
          }}
        >
          {explained.length > 0 && (
            <details className={styles['help']}>
              <summary aria-label={texts.helpOf(named(garment.name))}>{texts.help}</summary>
              <dl>
                {explained.map(({ id, size, remark }) => (
                  <div key={id}>
                    <dt>{size}</dt>
                    <dd>{named(remark)}</dd>
                  </div>
                ))}
              </dl>
            </details>
          )}
        </OptionTiles>
      )}
    />
  )
}
