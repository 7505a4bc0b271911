import { screen, waitFor } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { useFieldArray } from 'react-hook-form'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useContractForm } from '#app/lib/forms/contract-form.ts'

interface Values {
  remark: string
  members: { place: string }[]
}

const rules = v.object({
  remark: v.string(),
  members: v.array(v.object({ place: v.string() })),
})
const NAMES = ['remark', 'members'] as const
const OLD: Values = { remark: 'old', members: [{ place: 'old' }] }
const NEW: Values = { remark: 'new', members: [{ place: 'new' }] }

const submitted = vi.fn<(values: Values) => void>()
const onDraft = vi.fn<() => Promise<void>>(async () => {})

// The test library's `render` would flush all effects at once. With `createRoot` React renders and
// runs effects as on a phone.
let root: Root
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  root = createRoot(document.body.appendChild(document.createElement('main')))
})
afterEach(() => {
  root.unmount()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

function Form({ values }: { values: Values }) {
  const { form } = useContractForm<Values, Values>({
    rules,
    names: NAMES,
    source: { values },
    restored: false,
    onDraft,
  })
  const { fields } = useFieldArray({ control: form.control, name: 'members' })
  return (
    <form onSubmit={(event) => void form.handleSubmit(submitted)(event)}>
      <input aria-label="remark" {...form.register('remark')} />
      {fields.map(({ id }, at) => (
        <input key={id} aria-label="place" {...form.register(`members.${at}.place`)} />
      ))}
      <button>submit</button>
    </form>
  )
}

// Renders the form, and types into it right after the newer record was rendered.
function TypedAtOnce({ values, label }: { values: Values; label: string }) {
  useLayoutEffect(() => {
    if (values === NEW) queueMicrotask(() => type(label, 'typed'))
  }, [values, label])
  return <Form values={values} />
}

function type(label: string, text: string) {
  const field = screen.getByLabelText(label)
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

test.each(['remark', 'place'])(
  'text that is typed while a newer record replaces the form’s values is not lost (field %s) [OFF-26]',
  async (label) => {
    root.render(<TypedAtOnce label={label} values={OLD} />)
    expect(await screen.findByLabelText(label)).toHaveProperty('value', 'old')
    root.render(<TypedAtOnce label={label} values={NEW} />)
    await waitFor(() => expect(screen.getByLabelText(label)).toHaveProperty('value', 'typed'))
    screen.getByRole('button').click()
    await waitFor(() => expect(submitted).toHaveBeenCalled())
    const expected = {
      remark: label === 'remark' ? 'typed' : 'new',
      members: [{ place: label === 'place' ? 'typed' : 'new' }],
    }
    expect(submitted.mock.calls[0]?.[0]).toEqual(expected)
  },
)
