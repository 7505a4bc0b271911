import { Controller, type UseFormReturn } from 'react-hook-form'
import { useTexts } from '#app/lib/language/language.ts'
import { OptionTiles } from '#app/ui/OptionTiles.tsx'
import type { Colour, Uniform } from '#contract/uniform'
import { uniformTexts } from '#i18n/uniform'
import { ColourSwatch } from './ColourSwatch.tsx'

/** The choice of the uniform's colour (UNI-02). */
export function ColourField({
  form,
  colours,
}: {
  form: UseFormReturn<Uniform>
  colours: readonly Colour[]
}) {
  const texts = useTexts(uniformTexts)
  return (
    <Controller
      control={form.control}
      name="colour"
      render={({ field, fieldState }) => (
        <OptionTiles
          {...field}
          label={texts.colour}
          options={colours.map(({ id, name }) => ({
            id,
            label: name,
            sign: <ColourSwatch name={name} />,
          }))}
          error={fieldState.error?.message}
          onChange={(id) => {
            form.setValue('colourName', colours.find((one) => one.id === id)?.name ?? '')
            field.onChange(id)
          }}
        />
      )}
    />
  )
}
