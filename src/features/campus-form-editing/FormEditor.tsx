import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { XlsformExport } from '#app/features/campus-form-xlsform/public.ts'
import {
  formatChinaTime,
  OfficeButtonLink,
  OfficePage,
  ReasonSheet,
} from '#app/features/office/public.ts'
import { formatRecentPhoneTime } from '#app/lib/format/china-time.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { callApi } from '#app/lib/network/call-api.ts'
import { useExclusiveAction } from '#app/lib/network/online-call.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { joinClassNames } from '#app/ui/class-names.ts'
import { MutedText } from '#app/ui/MutedText.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { SegmentedControl } from '#app/ui/SegmentedControl.tsx'
import { Sheet } from '#app/ui/Sheet.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { showToast } from '#app/ui/toast.ts'
import {
  campusFormEditing,
  type EditableCampusForm,
  type SlowPattern,
} from '#contract/campus-form-editing'
import { campusFormEditingTexts } from '#i18n/campus-form-editing'
import { describeProblems, describeUnsavable, type FormProblem } from './describe-problem.ts'
import { type Edit, type EditedForm, useUndoKeys } from './edit-history.ts'
import { WordingFields } from './EditorFields.tsx'
import { itemAt, type ItemPath } from './form-edits.ts'
import { FormPreview } from './FormPreview.tsx'
import { itemButtonId, ItemList } from './ItemList.tsx'
import { dropLocalDraft, type LocalDraft } from './local-draft.ts'
import { SettingsForm } from './SettingsForm.tsx'
import { useFormDraft } from './useFormDraft.ts'
import { VersionComparison } from './VersionComparison.tsx'
import { VersionList } from './VersionList.tsx'
import styles from './campus-form-editing.module.css'

const PARTS = ['questions', 'settings', 'history'] as const
type Part = (typeof PARTS)[number]

const keyOf = ({ path, message }: FormProblem): string => `${path?.join()} ${message}`

/** The editor of a form. */
export function FormEditor({
  opened,
  etag,
  kept,
  onSavedFirst,
  onReopen,
}: {
  opened: EditableCampusForm
  /** The revision of the draft that was opened; '' for a new form. */
  etag: string
  /** Unsaved changes that this device kept. */
  kept: LocalDraft | undefined
  /** Called when a new form has got its id. */
  onSavedFirst: (id: string) => void
  /** Opens a form again as the campus has it. */
  onReopen: (id: string) => void
}) {
  const texts = useTexts(campusFormEditingTexts)
  const language = useLanguage()
  const navigate = useNavigate()
  const { stage, versions, savedAt, by } = opened
  const draft = useFormDraft({ opened, etag, kept, onSavedFirst })
  const { form, id, edit, undo, redo, canUndo, canRedo, isUnsaved, isInConflict, send } = draft
  const { definition } = form
  const [part, setPart] = useState<Part>('questions')
  const [isPreviewed, setPreviewed] = useState(false)
  const [open, setOpen] = useState<ItemPath>()
  const [removed, setRemoved] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [slow, setSlow] = useState<readonly SlowPattern[]>([])
  // What is to be published, with the form as it stands now: a colleague can have retired it.
  const [publishing, setPublishing] = useState<{
    readonly before: EditedForm | undefined
    readonly now: EditableCampusForm
  }>()
  const title = definition.title[language] || definition.title.zh || definition.title.en
  const unsavable = describeUnsavable(form, language)
  const problems = [
    ...new Map(
      [...unsavable, ...describeProblems(definition, slow, language)].map((one) => [
        keyOf(one),
        one,
      ]),
    ).values(),
  ]
  useUndoKeys(undo, redo)

  const update: Edit = (change, key) => {
    setRemoved('')
    setSlow([])
    edit(change, key)
  }
  const change = (changed: Partial<EditedForm>, key?: string) =>
    update((now) => ({ ...now, ...changed }), key)
  const goTo = (other: string) =>
    navigate({ to: '/manage/$', params: { _splat: `forms/${other}` } })

  const save = () => {
    if (unsavable.length > 0) setChecked(true)
    return draft.save()
  }
  const discard = async () => {
    await dropLocalDraft(id)
    onReopen(id)
  }
  // One copy only, until it is open.
  const copying = useExclusiveAction()
  const openCopy = (copy: () => ReturnType<typeof draft.saveAsCopy>) =>
    copying.run(async () => {
      const outcome = await copy()
      if (outcome.type !== 'ok') return outcome
      showToast(texts.copied)
      await goTo(outcome.data.form)
      return outcome
    })
  const preparePublishing = async () => {
    setChecked(true)
    if (problems.length > 0) return
    const savedAs = isUnsaved || id === '' ? await draft.save() : id
    if (savedAs === undefined) return
    const checked = await send(campusFormEditing.checkPatterns, { definition })
    if (checked?.type !== 'ok') return
    setSlow(checked.data.slow)
    if (checked.data.slow.length > 0) return
    const found = await send(campusFormEditing.find, { form: savedAs })
    if (found?.type !== 'ok') return
    const now = found.data.form
    const [newest] = now.versions
    if (newest === undefined) return setPublishing({ before: undefined, now })
    const { version } = newest
    const before = await send(campusFormEditing.version, { form: savedAs, version })
    if (before?.type === 'ok') setPublishing({ before: before.data.published, now })
  }
  const publish = async (isReopened: boolean) => {
    const input = { form: id, isReopened }
    const outcome = await send(campusFormEditing.publish, input, { ifMatch: draft.base })
    if (outcome?.type === 'conflict') draft.setConflict(true)
    setPublishing(undefined)
    if (outcome?.type !== 'ok') return
    showToast(texts.wasPublished(outcome.data.version))
    onReopen(id)
  }
  const showProblem = ({ isSetting = false, path }: FormProblem) => {
    setPart(isSetting ? 'settings' : 'questions')
    setPreviewed(false)
    if (isSetting) return
    setOpen(path)
    const place = path === undefined ? 'form-title' : itemButtonId(path)
    requestAnimationFrame(() => document.getElementById(place)?.focus())
  }
  const describeRetirement = ({ retiredAt, retiredBy, retiredFor }: EditableCampusForm) =>
    texts.retiredBy(formatChinaTime(retiredAt).slice(0, 16), retiredBy, retiredFor)
  const isReopened = publishing?.now.stage === 'retired'
  const endUse = stage === 'published' ? 'retire' : 'reopen'
  return (
    <OfficePage
      title={title === '' ? texts.untitled : title}
      actions={
        <>
          <OfficeButtonLink tone="second" to="forms">
            {texts.back}
          </OfficeButtonLink>
          {id !== '' && (
            <>
              <TextButton
                off={copying.busy}
                onClick={() => void openCopy(() => callApi(campusFormEditing.copy, { form: id }))}
              >
                {texts.copy}
              </TextButton>
              <XlsformExport form={id} version={0} />
            </>
          )}
          {stage !== 'draft' && (
            <ReasonSheet
              action={texts[endUse]}
              named={texts[`${endUse}Named`](title)}
              about={texts[`${endUse}About`]}
              entry={campusFormEditing[endUse]}
              input={(reason) => ({ form: id, reason })}
              done={endUse === 'retire' ? texts.wasRetired : texts.wasReopened}
              onEnd={() => onReopen(id)}
            />
          )}
        </>
      }
    >
      <div className={styles['editor']}>
        <div className={joinClassNames(styles['bar'], styles['commands'])}>
          <div className={styles['state']}>
            <Pill tone={stage === 'published' ? 'done' : 'mute'}>{texts[stage]}</Pill>
            {versions[0] !== undefined && <span>{texts.versionNumber(versions[0].version)}</span>}
            {stage === 'retired' && <span>{describeRetirement(opened)}</span>}
            {!isUnsaved && draft.base === etag && savedAt !== '' && (
              <span>{texts.savedBy(formatChinaTime(savedAt).slice(0, 16), by)}</span>
            )}
            {!isUnsaved && draft.base !== etag && <span>{texts.saved}</span>}
          </div>
          <div className={styles['buttons']}>
            {(
              [
                ['undo', canUndo, undo],
                ['redo', canRedo, redo],
              ] as const
            ).map(([action, isPossible, onClick]) => (
              <button
                key={action}
                id={`${action}-edit`}
                type="button"
                className={styles['quietButton']}
                aria-disabled={!isPossible}
                onClick={onClick}
              >
                {texts[action]}
              </button>
            ))}
            <Button tone="second" busy={draft.busy} onClick={() => void save()}>
              {texts.save}
            </Button>
            <Button busy={draft.busy} onClick={() => void preparePublishing()}>
              {texts.publish}
            </Button>
          </div>
        </div>
        {isInConflict && (
          <Card>
            <div className={styles['panel']}>
              <p role="alert">{texts.conflict}</p>
              <div className={styles['buttons']}>
                <TextButton off={copying.busy} onClick={() => void openCopy(draft.saveAsCopy)}>
                  {texts.saveAsCopy}
                </TextButton>
                <TextButton onClick={() => void draft.overwrite()}>{texts.overwrite}</TextButton>
                <TextButton danger onClick={() => void discard()}>
                  {texts.takeTheirs}
                </TextButton>
              </div>
            </div>
          </Card>
        )}
        <Alert text={draft.problem ?? copying.problem} />
        <div role="status" className={styles['quiet']}>
          {removed !== '' && canUndo && <span>{texts.removed(removed)} </span>}
          {isUnsaved && form === kept && !isInConflict ? (
            <>
              <span>{texts.restored(formatRecentPhoneTime(kept.at, language))}</span>{' '}
              <TextButton danger onClick={() => void discard()}>
                {texts.discard}
              </TextButton>
            </>
          ) : (
            isUnsaved && <span>{texts.unsaved}</span>
          )}
        </div>
        {isChecked && problems.length > 0 && (
          <Card title={texts.problems(problems.length)}>
            <ul className={styles['problems']}>
              {problems.map((problem) => (
                <li key={keyOf(problem)}>
                  <TextButton onClick={() => showProblem(problem)}>
                    {`${problem.item === '' ? texts.wholeForm : problem.item}：${problem.message}`}
                  </TextButton>
                </li>
              ))}
            </ul>
          </Card>
        )}
        <div className={styles['bar']}>
          <SegmentedControl<Part>
            label={texts.parts}
            value={part}
            options={PARTS.map((value) => ({ value, label: texts[value] }))}
            onChoose={setPart}
          />
          <div className={styles['narrowOnly']}>
            <Button tone="second" onClick={() => setPreviewed(!isPreviewed)}>
              {isPreviewed ? texts.edit : texts.preview}
            </Button>
          </div>
        </div>
        <div className={styles['columns']} data-previewed={isPreviewed}>
          <div className={styles['form']}>
            {part === 'questions' && (
              <>
                <Card>
                  <div id="form-title" tabIndex={-1} className={styles['panel']}>
                    <WordingFields
                      label={texts.formTitle}
                      labelEn={texts.formTitleEn}
                      value={definition.title}
                      onChange={(wording) =>
                        change({ definition: { ...definition, title: wording } }, 'title')
                      }
                    />
                    <WordingFields
                      isLong
                      label={texts.help}
                      labelEn={texts.helpEn}
                      value={definition.help}
                      onChange={(help) => change({ definition: { ...definition, help } }, 'help')}
                    />
                  </div>
                </Card>
                <ItemList
                  form={form}
                  edit={update}
                  usedNames={draft.usedNames}
                  wrong={
                    new Set(
                      (isChecked ? problems : unsavable).flatMap(({ path }) =>
                        path ? [itemButtonId(path)] : [],
                      ),
                    )
                  }
                  open={open && itemAt(definition.items, open) && open}
                  onOpen={setOpen}
                  onRemoved={setRemoved}
                />
              </>
            )}
            {part === 'settings' && <SettingsForm id={id} form={form} edit={update} />}
            {part === 'history' && (
              <VersionList
                form={opened}
                onUse={(version) => {
                  change({ ...version, unread: undefined })
                  setPart('questions')
                }}
              />
            )}
          </div>
          <FormPreview definition={definition} />
        </div>
      </div>
      <Sheet
        open={publishing !== undefined}
        title={texts.publishTitle((publishing?.now.versions[0]?.version ?? 0) + 1)}
        onClose={() => setPublishing(undefined)}
      >
        {publishing !== undefined && (
          <div className={styles['panel']}>
            <VersionComparison before={publishing.before} after={form} />
            <MutedText>
              {publishing.before === undefined ? texts.publishFirst : texts.publishAgain}
            </MutedText>
            {isReopened && (
              <div role="alert">
                <p>{describeRetirement(publishing.now)}</p>
                <p>{texts.publishRetired}</p>
              </div>
            )}
            <Button busy={draft.busy} onClick={() => void publish(isReopened)}>
              {isReopened ? texts.reopenAndPublish : texts.publishNow}
            </Button>
          </div>
        )}
      </Sheet>
    </OfficePage>
  )
}
