import FileText from 'lucide-react/icons/file-text'
import IdCard from 'lucide-react/icons/id-card'
import {
  type CertificateImage,
  type ColourName,
  certificateSettings,
  certificateTemplate,
  contrastNeeded,
  contrastOnPaper,
  hasContrast,
} from '#features/certificates/template.ts'
import { useSample } from '#features/certificates/web/calls.ts'
import { CertificatePreview } from '#features/certificates/web/components/CertificatePreview.tsx'
import { SaveBar } from '#platform/web/form/SaveBar.tsx'
import { TextField } from '#platform/web/form/TextField.tsx'
import { useFields } from '#platform/web/form/use-fields.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Card, CardStack } from '#platform/web/ui/Card.tsx'
import { type ImageTexts, LogoField } from '#platform/web/uploads/LogoField.tsx'
import type { Settings } from '../answers.ts'
import { ColourField } from './ColourField.tsx'
import { SavedMeanwhile } from './SavedMeanwhile.tsx'
import { useSettingsForm } from './settings-form.ts'

interface ImageField {
  name: CertificateImage
  title: string
  alt: string
  hint: string
  texts?: ImageTexts
}

const images: ImageField[] = [
  {
    name: 'certificate_logo',
    title: 'Logo',
    alt: 'Logo of certificates',
    hint: 'Leave empty to use the association logo.',
  },
  {
    name: 'certificate_signature',
    title: 'Signature',
    alt: 'Signature of certificates',
    hint: 'Dark ink on white or a transparent background.',
    texts: {
      remove: 'Remove Signature',
      failed: 'Failed to upload the signature',
    },
  },
  {
    name: 'certificate_seal',
    title: 'Seal',
    alt: 'Seal of certificates',
    hint: 'A transparent background prints best.',
    texts: {
      remove: 'Remove Seal',
      failed: 'Failed to upload the seal',
    },
  },
]

/** The template of certificates and wallet cards, with a preview that follows the typing. */
export function CertificatesTab({ settings }: { settings: Settings }) {
  const { form, saveBar, savedMeanwhile, handleSubmit } = useSettingsForm(settings)
  const field = useFields(form, { autoComplete: 'off' })
  const values = form.watch()
  const template = certificateTemplate.safeParse(values).data
  const changedMeanwhile = Object.keys(certificateSettings).some((name) => name in savedMeanwhile)
  return (
    <form
      noValidate
      onSubmit={handleSubmit}
      className="grid max-w-3xl items-start gap-4 min-[100rem]:max-w-none min-[100rem]:grid-cols-[minmax(0,1fr)_minmax(0,34rem)]"
    >
      <CardStack>
        <Card title="Images" description="Only administrators can open the signature and the seal.">
          <div className="grid gap-5">
            {images.map(({ name, title, alt, hint, texts }) => (
              <LogoField
                key={name}
                label={title}
                alt={alt}
                hint={hint}
                texts={texts}
                url={values[name] || null}
                onChange={(address) => form.setValue(name, address ?? '', { shouldDirty: true })}
              />
            ))}
          </div>
        </Card>
        <Card title="Signatory and colours" description="Printed on every certificate.">
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField label="Signatory" optional {...field('certificate_signatory')} />
            <TextField
              label="Title of the signatory"
              hint="Like President or Honorary Secretary."
              optional
              {...field('certificate_signatory_title')}
            />
            <ColourField
              label="Main colour"
              colour={values.certificate_colour}
              hint={contrastHint('certificate_colour', values.certificate_colour)}
              {...field('certificate_colour')}
            />
            <ColourField
              label="Second colour"
              colour={values.certificate_accent}
              hint={contrastHint('certificate_accent', values.certificate_accent)}
              {...field('certificate_accent')}
            />
          </div>
          <SavedMeanwhile>
            {changedMeanwhile && 'Someone else has saved other values. Reload to see them.'}
          </SavedMeanwhile>
        </Card>
      </CardStack>
      <CardStack>
        <Card title="Preview" description="With sample data. The PDF is what is printed.">
          <div className="grid gap-4">
            <CertificatePreview
              template={values}
              association={settings.association_name}
              address={settings.association_address}
              language={settings.document_language}
              logo={values.certificate_logo || settings.association_logo}
            />
            <Samples template={template} language={settings.document_language} />
          </div>
        </Card>
      </CardStack>
      <SaveBar {...saveBar} />
    </form>
  )
}

/** 'Contrast on white: 10.9 to 1', or how much is missing. */
function contrastHint(name: ColourName, colour: string): string {
  const ratio = Math.floor(contrastOnPaper(colour) * 10) / 10
  return hasContrast(name, colour)
    ? `Contrast on white: ${ratio} to 1`
    : `Too light: contrast on white is ${ratio} to 1, it must be ${contrastNeeded[name]} to 1`
}

/** The real PDF of the template as it is in the form; no template while a value is invalid. */
function Samples({
  template,
  language,
}: {
  template: ReturnType<typeof certificateTemplate.safeParse>['data']
  language: Settings['document_language']
}) {
  const { mutate, isPending, variables } = useSample()
  return (
    <div className="flex flex-wrap gap-2">
      {(['certificate', 'card'] as const).map((document) => (
        <Button
          key={document}
          icon={
            document === 'certificate' ? (
              <FileText aria-hidden="true" />
            ) : (
              <IdCard aria-hidden="true" />
            )
          }
          pending={isPending && variables?.document === document}
          disabled={!template || isPending}
          onClick={() => template && mutate({ template, document, language })}
        >
          {document === 'certificate' ? 'Sample certificate (PDF)' : 'Sample card (PDF)'}
        </Button>
      ))}
    </div>
  )
}
