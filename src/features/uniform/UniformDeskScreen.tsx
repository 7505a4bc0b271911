import { type AtDesk, noDraft } from '#app/lib/forms/desk.ts'
import { UniformForm } from './UniformForm.tsx'
import { fill, readRecord } from './values.ts'

/** The uniform, filled in by the office. */
export function UniformDeskScreen({ student, words, version, garments, colours, ...desk }: AtDesk) {
  const record = readRecord(words)
  return (
    <UniformForm
      {...noDraft}
      garments={garments}
      colours={colours}
      source={{ values: fill({ record, garments, student }), baseVersion: version }}
      isNew={record === undefined}
      // The office marks the step itself.
      mark={undefined}
      write={desk.write}
      onSaved={desk.onSaved}
    />
  )
}
