import { ArrowDown, ArrowUp, Copy, type IconNode, Trash2 } from 'lucide'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { Button } from '#app/ui/Button.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { OptionList } from '#app/ui/SelectField.tsx'
import { Sheet } from '#app/ui/Sheet.tsx'
import { VisuallyHidden } from '#app/ui/VisuallyHidden.tsx'
import type { CampusFormDefinition, FormItem } from '#contract/campus-form-definition'
import { campusFormEditingTexts } from '#i18n/campus-form-editing'
import { titleOfItem } from './describe-problem.ts'
import type { Edit, EditedForm } from './edit-history.ts'
import {
  completeChoices,
  createItem,
  duplicateAt,
  insertAt,
  ITEM_TYPES,
  itemAt,
  type ItemPath,
  type ItemType,
  moveItem,
  namesOf,
  pathsOf,
  removeAt,
} from './form-edits.ts'
import { ItemPanel } from './ItemPanel.tsx'
import styles from './campus-form-editing.module.css'

/** The id of the button that opens an item of the list. */
export const itemButtonId = (path: ItemPath): string => `item-${path.join('-')}`

interface ListContext {
  readonly form: EditedForm
  readonly edit: Edit
  /** The names by which answers are stored. No other item and no other choice gets them. */
  readonly usedNames: readonly string[]
  /** The places of items with problems, as `itemButtonId` writes them. */
  readonly wrong: ReadonlySet<string>
  readonly open: ItemPath | undefined
  readonly onOpen: (path: ItemPath | undefined) => void
  readonly onRemoved: (label: string) => void
}

/** The items of a form in their order; one of them is open and shows its fields. */
export function ItemList(list: ListContext) {
  const texts = useTexts(campusFormEditingTexts)
  const language = useLanguage()
  const { form, edit, usedNames, open, onOpen } = list
  const { items } = form.definition
  const [moved, setMoved] = useState('')
  // The element that gets the focus after the list has changed.
  const focused = useRef<string>(undefined)
  useEffect(() => {
    if (focused.current === undefined) return
    const place = document.getElementById(focused.current)
    focused.current = undefined
    place?.focus()
    place?.scrollIntoView({ block: 'nearest' })
  })
  const change = (next: (definition: CampusFormDefinition) => readonly FormItem[]) =>
    edit((now) => ({
      ...now,
      definition: completeChoices({ ...now.definition, items: [...next(now.definition)] }),
    }))
  const actions = {
    add: (path: ItemPath, type: ItemType) => {
      change((now) => insertAt(now.items, path, createItem(type, namesOf(now, usedNames))))
      focused.current = itemButtonId(path)
      onOpen(path)
    },
    move: (path: ItemPath, step: 1 | -1, control = '') => {
      const item = itemAt(items, path)
      const result = moveItem(items, path, step)
      if (item === undefined || result === undefined) return
      change(() => result.items)
      focused.current = itemButtonId(result.path) + control
      if (open !== undefined) onOpen(open.join() === path.join() ? result.path : undefined)
      const order = pathsOf(result.items).findIndex((one) => one.path.join() === result.path.join())
      setMoved(texts.moved(titleOfItem(item, language), order + 1))
    },
    duplicate: (path: ItemPath) => {
      const next = [...path.slice(0, -1), (path.at(-1) ?? 0) + 1]
      edit((now) => ({ ...now, definition: duplicateAt(now.definition, path, usedNames) }))
      focused.current = itemButtonId(next)
      onOpen(next)
    },
    remove: (path: ItemPath) => {
      const item = itemAt(items, path)
      if (item === undefined) return
      change((now) => removeAt(now.items, path))
      focused.current = 'undo-edit'
      onOpen(undefined)
      list.onRemoved(titleOfItem(item, language))
    },
  }
  return (
    <>
      {items.length === 0 && <p className={styles['quiet']}>{texts.noItems}</p>}
      <Items list={list} items={items} container={[]} actions={actions} />
      <AddItem label={texts.addItem} onAdd={(type) => actions.add([items.length], type)} />
      <VisuallyHidden>
        <span role="status">{moved}</span>
      </VisuallyHidden>
    </>
  )
}

interface ItemActions {
  readonly add: (path: ItemPath, type: ItemType) => void
  readonly move: (path: ItemPath, step: 1 | -1, control?: string) => void
  readonly duplicate: (path: ItemPath) => void
  readonly remove: (path: ItemPath) => void
}

function Items({
  list,
  items,
  container,
  actions,
}: {
  list: ListContext
  items: readonly FormItem[]
  container: ItemPath
  actions: ItemActions
}) {
  return (
    <ol className={styles['items']}>
      {items.map((item, index) => (
        <Item key={index} list={list} item={item} path={[...container, index]} actions={actions} />
      ))}
    </ol>
  )
}

function Item({
  list,
  item,
  path,
  actions,
}: {
  list: ListContext
  item: FormItem
  path: ItemPath
  actions: ItemActions
}) {
  const texts = useTexts(campusFormEditingTexts)
  const language = useLanguage()
  const { form, edit, usedNames, wrong, open, onOpen } = list
  const id = itemButtonId(path)
  const isOpen = open?.join() === path.join()
  const label = titleOfItem(item, language)
  const moveByKey = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    actions.move(path, event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <li className={styles['item']} data-open={isOpen} data-wrong={wrong.has(id)}>
      <button
        id={id}
        type="button"
        className={styles['row']}
        aria-expanded={isOpen}
        onClick={() => onOpen(isOpen ? undefined : path)}
        onKeyDown={moveByKey}
      >
        <span>
          {label}
          {'required' in item && item.required && <em aria-label={texts.required}>*</em>}
        </span>
        <small>
          {texts.types[item.type]}
          {item.relevant !== undefined && ` · ${texts.conditional}`}
        </small>
      </button>
      {isOpen && (
        <>
          <div role="toolbar" aria-label={label} className={styles['tools']}>
            <Tool
              id={`${id}-up`}
              icon={ArrowUp}
              label={texts.actionOn(texts.moveUp, label)}
              onClick={() => actions.move(path, -1, '-up')}
            />
            <Tool
              id={`${id}-down`}
              icon={ArrowDown}
              label={texts.actionOn(texts.moveDown, label)}
              onClick={() => actions.move(path, 1, '-down')}
            />
            <Tool
              icon={Copy}
              label={texts.actionOn(texts.duplicate, label)}
              onClick={() => actions.duplicate(path)}
            />
            <Tool
              icon={Trash2}
              label={texts.actionOn(texts.remove, label)}
              onClick={() => actions.remove(path)}
            />
          </div>
          <ItemPanel item={item} path={path} form={form} usedNames={usedNames} edit={edit} />
        </>
      )}
      {'items' in item && (
        <div className={styles['inside']}>
          <Items list={list} items={item.items} container={path} actions={actions} />
          <AddItem
            label={texts.addInside(label)}
            isInRepetition={item.type === 'repetition'}
            onAdd={(type) => actions.add([...path, item.items.length], type)}
          />
        </div>
      )}
    </li>
  )
}

function Tool({
  id,
  icon,
  label,
  onClick,
}: {
  id?: string
  icon: IconNode
  label: string
  onClick: () => void
}) {
  return (
    <button id={id} type="button" title={label} aria-label={label} onClick={onClick}>
      <Icon of={icon} />
    </button>
  )
}

/** A button that adds an item of a type that is chosen in a sheet. */
function AddItem({
  label,
  isInRepetition = false,
  onAdd,
}: {
  label: string
  isInRepetition?: boolean
  onAdd: (type: ItemType) => void
}) {
  const texts = useTexts(campusFormEditingTexts)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <div>
        <Button tone="second" onClick={() => setOpen(true)}>
          {label}
        </Button>
      </div>
      <Sheet open={isOpen} title={label} onClose={() => setOpen(false)}>
        <OptionList
          label={label}
          value=""
          options={ITEM_TYPES.filter((type) => !isInRepetition || type !== 'repetition').map(
            (type) => ({ value: type, label: texts.types[type] }),
          )}
          onChoose={(chosen) => {
            setOpen(false)
            const type = ITEM_TYPES.find((one) => one === chosen)
            if (type !== undefined) onAdd(type)
          }}
        />
      </Sheet>
    </>
  )
}
