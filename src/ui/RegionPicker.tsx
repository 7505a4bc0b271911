import { Check, ChevronRight } from 'lucide'
import { useEffect, useRef, useState } from 'react'
import { ErrorState } from './ErrorState.tsx'
import { Icon } from './Icon.tsx'
import { MutedText } from './MutedText.tsx'
import { Skeleton } from './Skeleton.tsx'
import styles from './RegionPicker.module.css'

/** A region as the picker shows it. */
export interface RegionNode {
  readonly name: string
  readonly value: string
}

/** The regions, with functions to navigate and search them. */
export interface RegionLookup {
  readonly choicesIn: (code: string) => readonly RegionNode[]
  readonly pathOf: (code: string) => readonly RegionNode[]
  readonly search: (typed: string) => readonly RegionNode[]
  readonly joinNames: (codes: readonly string[]) => string
  readonly codesOf: (joined: string) => readonly string[]
}

/** The texts of the picker. */
export interface RegionTexts {
  readonly searchRegion: string
  readonly noRegion: string
  readonly regionsFailed: string
  readonly retry: string
  readonly province: string
  readonly city: string
  readonly district: string
  readonly goBack: (name: string) => string
}

/**
 * A picker for a province, a city and a district, chosen in this order; a search skips levels.
 * `onChange` receives the joined names (D-39).
 */
export function RegionPicker({
  value,
  texts,
  load,
  onChoose,
}: {
  value: string
  texts: RegionTexts
  load: () => Promise<RegionLookup>
  onChoose: (joined: string) => void
}) {
  const { places, failed, retry } = usePlaces(load)
  if (failed) return <ErrorState title={texts.regionsFailed} onRetry={retry} />
  if (places === undefined) return <Skeleton rows={8} />
  return <Levels places={places} value={value} texts={texts} onChoose={onChoose} />
}

function Levels({
  places,
  value,
  texts,
  onChoose,
}: {
  places: RegionLookup
  value: string
  texts: RegionTexts
  onChoose: (joined: string) => void
}) {
  const [search, setSearch] = useState('')
  const chosen = places.codesOf(value)
  const [path, setPath] = useState<readonly RegionNode[]>(() => pathToChosen(places, chosen))
  const top = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const searching = search.trim() !== ''
  const shown = searching ? places.search(search) : stepsIn(places, path.at(-1)?.value ?? '')
  const choose = (place: RegionNode) => {
    const whole = places.pathOf(place.value)
    if (places.choicesIn(place.value).length === 0)
      onChoose(places.joinNames(whole.map((one) => one.value)))
    else {
      setPath(whole.filter((one) => !isEmptyLevel(places, one)))
      setSearch('')
      // The row with the focus is removed. Without this call the keyboard focus would return to the
      // top of the page.
      list.current?.focus({ preventScroll: true })
      top.current?.scrollIntoView({ block: 'start' })
    }
  }
  return (
    <div ref={top} className={styles['picker']}>
      <input
        type="search"
        enterKeyHint="search"
        className={styles['search']}
        aria-label={texts.searchRegion}
        placeholder={texts.searchRegion}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {path.length > 0 && search === '' && (
        <ol className={styles['path']}>
          {path.map((place, depth) => (
            <li key={place.value}>
              <button
                type="button"
                aria-label={texts.goBack(place.name)}
                onClick={() => setPath(path.slice(0, depth))}
              >
                {place.name}
              </button>
            </li>
          ))}
        </ol>
      )}
      <ul
        ref={list}
        tabIndex={-1}
        className={styles['regions']}
        aria-label={[texts.province, texts.city, texts.district][depthOf(places, shown) - 1]}
      >
        {shown.map((place) => {
          const isChosen = chosen.includes(place.value)
          const isLast = places.choicesIn(place.value).length === 0
          return (
            <li key={place.value}>
              <button
                type="button"
                aria-current={isChosen || undefined}
                onClick={() => choose(place)}
              >
                <span>{searching ? fullName(places, place) : place.name}</span>
                {isChosen && <Icon of={Check} />}
                {!isLast && <Icon of={ChevronRight} className={styles['deeper']} />}
              </button>
            </li>
          )
        })}
      </ul>
      {shown.length === 0 && (
        <MutedText as="output" note>
          {texts.noRegion}
        </MutedText>
      )}
    </div>
  )
}

// Whether a level is empty: in the code list, 市辖区 and 县 are placeholders between a municipality and
// its districts.
const isEmptyLevel = (places: RegionLookup, { name, value }: RegionNode): boolean =>
  /^(市辖区|县)$/.test(name) && places.choicesIn(value).length > 0

// The regions one level below a region; an empty level is skipped.
const stepsIn = (places: RegionLookup, code: string): readonly RegionNode[] =>
  places
    .choicesIn(code)
    .flatMap((place) => (isEmptyLevel(places, place) ? places.choicesIn(place.value) : [place]))

// The level of the shown list: a municipality's districts count as districts.
const depthOf = (places: RegionLookup, shown: readonly RegionNode[]): number =>
  shown[0] === undefined ? 1 : places.pathOf(shown[0].value).length

const fullName = (places: RegionLookup, { value }: RegionNode): string =>
  places
    .pathOf(value)
    .filter((place) => !isEmptyLevel(places, place))
    .map(({ name }) => name)
    .join(' ')

// The path to the list that contains the current choice.
const pathToChosen = (places: RegionLookup, chosen: readonly string[]): readonly RegionNode[] =>
  chosen
    .map((code) => places.pathOf(code))
    .findLast((path) => path.length > 0)
    ?.slice(0, -1)
    .filter((place) => !isEmptyLevel(places, place)) ?? []

function usePlaces(load: () => Promise<RegionLookup>) {
  const [places, setPlaces] = useState<RegionLookup>()
  const [failed, setFailed] = useState(false)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let gone = false
    load().then(
      (loaded) => gone || setPlaces(loaded),
      () => gone || setFailed(true),
    )
    return () => {
      gone = true
    }
  }, [load, tries])
  const retry = () => {
    setFailed(false)
    setTries(tries + 1)
  }
  return { places, failed, retry }
}
