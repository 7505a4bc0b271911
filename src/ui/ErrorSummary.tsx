import { CircleAlert } from 'lucide'
import { useEffect, useRef, type MouseEvent } from 'react'
import { Icon } from './Icon.tsx'
import { focusField, useInvalidFields, type InvalidField } from './invalid-fields.tsx'
import styles from './ErrorSummary.module.css'

/**
 * What is wrong with a form, summed up after a submit; says nothing when nothing is. What a field
 * has told is a way to that field; what belongs to none is said as it is. A title with a number
 * counts what is listed.
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
    // It has pushed down what stands below it, the field that has the focus too.
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

// The address bar belongs to the router: a plain #id would be a navigation.
function go(event: MouseEvent, { id }: InvalidField) {
  event.preventDefault()
  focusField(id)
}

// As much of a name as is needed: most messages have their field's name in them.
function nameAmong(fields: readonly InvalidField[], { id, label, group, message }: InvalidField) {
  const hasDouble = fields.some(
    (other) => other.id !== id && other.label === label && other.group !== group,
  )
  const name = [hasDouble && group, !message.includes(label) && label]
    .filter((part) => typeof part === 'string')
    .join(' ')
  return name !== '' && <b>{name} </b>
}
