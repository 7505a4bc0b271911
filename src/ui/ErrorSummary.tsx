import { CircleAlert } from 'lucide'
import { useEffect, useRef, type MouseEvent } from 'react'
import { Icon } from './Icon.tsx'
import { focusField, useInvalidFields, type InvalidField } from './invalid-fields.tsx'
import styles from './ErrorSummary.module.css'

/**
 * The errors of a form after a submission; renders nothing if there are none. An error of a field
 * links to the field; other errors are plain text. If the title contains a number, it is the number
 * of errors.
 */
export function ErrorSummary({
  title,
  errors,
}: {
  title: string | ((listed: number) => string)
  errors: readonly string[]
}) {
  const fields = useInvalidFields()
  const place = useRef<HTMLDivElement>(null)
  const isShown = errors.length > 0
  useEffect(() => {
    if (!isShown) return
    // The summary has moved the content below it, including the field that has the focus.
    const { activeElement } = document
    if (activeElement?.closest('form') === place.current?.closest('form'))
      activeElement?.scrollIntoView({ block: 'nearest' })
  }, [isShown])
  if (!isShown) return null
  const said = new Set(fields.map(({ message }) => message))
  const rest = [...new Set(errors)].filter((error) => !said.has(error))
  return (
    <div ref={place} role="alert" className={styles['summary']} data-tone="need">
      <Icon of={CircleAlert} />
      <div>
        <p className={styles['title']}>
          {typeof title === 'string' ? title : title(fields.length + rest.length)}
        </p>
        <ul>
          {fields.map((field) => (
            <li key={field.id}>
              <a
                href={`#${field.id}`}
                className={styles['way']}
                onClick={(event) => go(event, field)}
              >
                {nameAmong(fields, field)}
                {field.message}
              </a>
            </li>
          ))}
          {rest.map((error) => (
            <li key={error}>{error}</li>
          ))}
        </ul>
      </div>
    </div>
  )
}

// Moves to the field without a link to #id, because the router controls the address and would
// navigate.
function go(event: MouseEvent, { id }: InvalidField) {
  event.preventDefault()
  focusField(id)
}

// The shortest name that is unique among the fields. Most messages already contain the name of
// their field.
function nameAmong(fields: readonly InvalidField[], { id, label, group, message }: InvalidField) {
  const hasDouble = fields.some(
    (other) => other.id !== id && other.label === label && other.group !== group,
  )
  const name = [hasDouble && group, !message.includes(label) && label]
    .filter((part) => typeof part === 'string')
    .join(' ')
  return name !== '' && <b>{name} </b>
}
