import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import * as v from 'valibot'
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
import { useOnlineCall } from '#app/lib/network/online-call.ts'
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
import { CampusFormDefinition } from '#contract/campus-form-definition'
import {
  campusFormEditing,
  type EditableCampusForm,
  type SlowPattern,
} from '#contract/campus-form-editing'
import { CampusFormSettings } from '#contract/campus-form-settings'
import { campusFormEditingTexts } from '#i18n/campus-form-editing'
import { describeProblems, type FormProblem } from './describe-problem.ts'
import { type EditedForm, useEditHistory, useUndoKeys } from './edit-history.ts'
import { itemAt, type ItemPath, namesOf } from './form-edits.ts'
import { FormPreview } from './FormPreview.tsx'
import { itemButtonId, ItemList } from './ItemList.tsx'
import { WordingFields } from './ItemPanel.tsx'
import { dropLocalDraft, type LocalDraft, saveLocalDraft } from './local-draft.ts'
import { SettingsForm } from './SettingsForm.tsx'
import { VersionComparison } from './VersionComparison.tsx'
import { VersionList } from './VersionList.tsx'
import styles from './campus-form-editing.module.css'

type Part = 'questions' | 'settings' | 'history'

const Editable = v.object({ definition: CampusFormDefinition, settings: CampusFormSettings })

/**
 * The editor of a form. Changes are kept on this device at once, and saved as the draft of the
 * campus by a button, so that a colleague finds whole drafts and the audit log has few entries.
 */
export function FormEditor({
  opened,
  etag: openedTag,
  kept,
  onReopen,
}: {
  opened: EditableCampusForm
  /** The revision of the draft that was opened; '' for a new form. */
  etag: string
  /** Unsaved changes that this device kept. */
  kept: LocalDraft | undefined
  /** Opens the form again as the campus has it. */
  onReopen: () => void
}) {
  const texts = useTexts(campusFormEditingTexts)
  const language = useLanguage()
  const navigate = useNavigate()
  const live = useOnlineCall()
  const { versions } = opened
  // A new form has an id once it was saved; its page gets the form's address afterwards.
  const [savedId, setSavedId] = useState('')
  const id = opened.form || savedId
  const begun: EditedForm = kept ?? opened
  const { form, edit, undo, redo, canUndo, canRedo } = useEditHistory(begun)
  const { definition, settings } = form
  const [saved, setSaved] = useState<EditedForm>(opened)
  const [etag, setTag] = useState(openedTag)
  const [isInConflict, setConflict] = useState(kept !== undefined && kept.base !== openedTag)
  const [isRestored, setRestored] = useState(kept !== undefined)
  const [part, setPart] = useState<Part>('questions')
  const [isPreviewed, setPreviewed] = useState(false)
  const [open, setOpen] = useState<ItemPath>()
  const [removed, setRemoved] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [slow, setSlow] = useState<readonly SlowPattern[]>([])
  const [publishing, setPublishing] = useState<{ before: EditedForm | undefined }>()
  const isUnsaved = form !== saved
  const title = definition.title[language] || definition.title.zh || definition.title.en
  const problems = describeProblems(definition, slow, language)
  const base = isInConflict ? (kept?.base ?? etag) : etag

  useUndoKeys(undo, redo)
  useEffect(() => {
    void (isUnsaved ? saveLocalDraft(id, form, base) : dropLocalDraft(id))
  }, [id, form, base, isUnsaved])

  const change = (changed: Partial<EditedForm>, key?: string) => {
    setRestored(false)
    edit((now) => ({ ...now, ...changed }), key)
  }

  /** Saves the draft over the revision `over`; resolves to the form's id, undefined if refused. */
  const save = async (over = etag): Promise<string | undefined> => {
    if (!v.safeParse(Editable, form).success) {
      live.setProblem(texts.formInvalid)
      return undefined
    }
    const outcome = await live.send(
      campusFormEditing.save,
      { form: id, definition, settings },
      over === '' ? {} : { ifMatch: over },
    )
    if (outcome?.type === 'conflict') {
      live.setProblem(undefined)
      setConflict(true)
    }
    if (outcome?.type !== 'ok') return undefined
    await dropLocalDraft(id)
    const tag = outcome.etag ?? ''
    setConflict(false)
    setRestored(false)
    setSaved(form)
    setTag(tag)
    setSavedId(outcome.data.form)
    showToast(texts.saved)
    return outcome.data.form
  }
  const saveDraft = async (over = etag) => {
    const savedAs = await save(over)
    if (savedAs !== undefined && opened.form === '') await goTo(savedAs)
  }
  const goTo = (other: string) =>
    navigate({ to: '/manage/$', params: { _splat: `forms/${other}` } })

  const saveAsCopy = async () => {
    const outcome = await live.send(campusFormEditing.save, { form: '', definition, settings })
    if (outcome?.type !== 'ok') return
    await dropLocalDraft(id)
    showToast(texts.copied)
    await goTo(outcome.data.form)
  }
  const overwrite = async () => {
    const newest = await callApi(campusFormEditing.find, { form: id })
    if (newest.type === 'ok') await saveDraft(newest.etag ?? '')
  }
  const discard = async () => {
    await dropLocalDraft(id)
    onReopen()
  }
  const copy = async () => {
    const outcome = await live.send(campusFormEditing.copy, { form: id })
    if (outcome?.type !== 'ok') return
    showToast(texts.copied)
    await goTo(outcome.data.form)
  }
  const preparePublishing = async () => {
    setChecked(true)
    if (problems.length > 0) return undefined
    const savedAs = isUnsaved || id === '' ? await save() : id
    if (savedAs === undefined) return undefined
    const checked = await live.send(campusFormEditing.checkPatterns, { definition })
    if (checked?.type !== 'ok') return undefined
    setSlow(checked.data.slow)
    if (checked.data.slow.length > 0) return undefined
    const [newest] = versions
    if (newest === undefined) return setPublishing({ before: undefined })
    const before = await live.send(campusFormEditing.version, {
      form: savedAs,
      version: newest.version,
    })
    if (before?.type === 'ok') setPublishing({ before: before.data.published })
    return undefined
  }
  const publish = async () => {
    const outcome = await live.send(campusFormEditing.publish, { form: id }, { ifMatch: etag })
    if (outcome?.type === 'conflict') setConflict(true)
    setPublishing(undefined)
    if (outcome?.type !== 'ok') return
    showToast(texts.wasPublished(outcome.data.version))
    if (opened.form === '') await goTo(id)
    else onReopen()
  }
  const stopPublishing = () => {
    setPublishing(undefined)
    if (opened.form === '' && id !== '') void goTo(id)
  }
  const showProblem = ({ path }: FormProblem) => {
    setPart('questions')
    setPreviewed(false)
    setOpen(path)
    const place = path === undefined ? 'form-title' : itemButtonId(path)
    requestAnimationFrame(() => document.getElementById(place)?.focus())
  }
  return (
    <OfficePage
      title={title === '' ? texts.untitled : title}
      actions={
        <>
          <OfficeButtonLink tone="second" to="forms">
            {texts.back}
          </OfficeButtonLink>
          {id !== '' && <TextButton onClick={() => void copy()}>{texts.copy}</TextButton>}
          {id !== '' && <XlsformExport form={id} version={0} />}
          {opened.stage === 'published' && (
            <ReasonSheet
              action={texts.retire}
              named={texts.retireNamed(title)}
              about={texts.retireAbout}
              entry={campusFormEditing.retire}
              input={(reason) => ({ form: id, reason })}
              done={texts.wasRetired}
              onEnd={onReopen}
            />
          )}
          {opened.stage === 'retired' && (
            <ReasonSheet
              action={texts.reopen}
              named={texts.reopenNamed(title)}
              about={texts.reopenAbout}
              entry={campusFormEditing.reopen}
              input={(reason) => ({ form: id, reason })}
              done={texts.wasReopened}
              onEnd={onReopen}
            />
          )}
        </>
      }
    >
      <div className={styles['editor']}>
        <div className={joinClassNames(styles['bar'], styles['commands'])}>
          <div className={styles['state']}>
            <Pill tone={opened.stage === 'published' ? 'done' : 'mute'}>{texts[opened.stage]}</Pill>
            {versions[0] !== undefined && <span>{texts.versionNumber(versions[0].version)}</span>}
            {opened.savedAt !== '' && !isUnsaved && (
              <span>{texts.savedBy(formatChinaTime(opened.savedAt).slice(0, 16), opened.by)}</span>
            )}
          </div>
          <div className={styles['buttons']}>
            <button
              id="undo-edit"
              type="button"
              className={styles['quietButton']}
              aria-disabled={!canUndo}
              onClick={undo}
            >
              {texts.undo}
            </button>
            <button
              type="button"
              className={styles['quietButton']}
              aria-disabled={!canRedo}
              onClick={redo}
            >
              {texts.redo}
            </button>
            <Button tone="second" busy={live.busy} onClick={() => void saveDraft()}>
              {texts.save}
            </Button>
            <Button busy={live.busy} onClick={() => void preparePublishing()}>
              {texts.publish}
            </Button>
          </div>
        </div>
        {isInConflict && (
          <Card>
            <div className={styles['panel']}>
              <p role="alert">{texts.conflict}</p>
              <div className={styles['buttons']}>
                <TextButton onClick={() => void saveAsCopy()}>{texts.saveAsCopy}</TextButton>
                <TextButton onClick={() => void overwrite()}>{texts.overwrite}</TextButton>
                <TextButton danger onClick={() => void discard()}>
                  {texts.takeTheirs}
                </TextButton>
              </div>
            </div>
          </Card>
        )}
        <Alert text={live.problem} />
        <div role="status" className={styles['line']}>
          {removed !== '' && canUndo && <span>{texts.removed(removed)} </span>}
          {isRestored && kept !== undefined && !isInConflict ? (
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
                <li key={`${problem.item} ${problem.message}`}>
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
            options={(['questions', 'settings', 'history'] as const).map((value) => ({
              value,
              label: texts[value],
            }))}
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
                      value={definition.help ?? { zh: '', en: '' }}
                      onChange={(help) => change({ definition: { ...definition, help } }, 'help')}
                    />
                  </div>
                </Card>
                <ItemList
                  form={form}
                  edit={(next, key) => {
                    setRestored(false)
                    setRemoved('')
                    setSlow([])
                    edit(next, key)
                  }}
                  publishedNames={versions.length > 0 ? namesOf(opened.definition) : new Set()}
                  wrong={
                    new Set(
                      isChecked
                        ? problems.flatMap(({ path }) => (path ? [itemButtonId(path)] : []))
                        : [],
                    )
                  }
                  open={
                    open !== undefined && itemAt(definition.items, open) !== undefined
                      ? open
                      : undefined
                  }
                  onOpen={setOpen}
                  onRemoved={setRemoved}
                />
              </>
            )}
            {part === 'settings' && (
              <SettingsForm
                id={id}
                settings={settings}
                onChange={(next, key) => change({ settings: next }, key)}
              />
            )}
            {part === 'history' && (
              <VersionList
                form={opened}
                onUse={(version) => {
                  change(version)
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
        title={texts.publishTitle((versions[0]?.version ?? 0) + 1)}
        onClose={stopPublishing}
      >
        {publishing !== undefined && (
          <div className={styles['panel']}>
            <VersionComparison before={publishing.before} after={form} />
            <MutedText>
              {publishing.before === undefined ? texts.publishFirst : texts.publishAgain}
            </MutedText>
            <Button busy={live.busy} onClick={() => void publish()}>
              {texts.publishNow}
            </Button>
          </div>
        )}
      </Sheet>
    </OfficePage>
  )
}
