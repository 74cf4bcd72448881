{{/* What does not change: the ports of a program, and what it needs. */}}
{{- define "partnerline.programs" -}}
webhooks: {admin: 8081, http: true, grpc: true, database: true, nats: true}
partnerconnect: {admin: 8081, http: true, grpc: true, database: true, nats: true}
dispatcher: {admin: 8082, http: false, grpc: false, database: false, nats: true}
{{- if .Values.console.enabled }}
console: {admin: 8081, http: true, grpc: false, database: false, nats: false}
{{- end }}
{{- end -}}

{{/* Of pods: nothing that differs between releases, so that what has not changed is not replaced. */}}
{{- define "partnerline.podLabels" -}}
app.kubernetes.io/part-of: partnerline
app.kubernetes.io/instance: {{ .Release.Name }}
{{- with .Values.labels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "partnerline.labels" -}}
app.kubernetes.io/managed-by: {{ .Release.Service }}
app.kubernetes.io/version: {{ .Values.image.tag | default .Chart.AppVersion | quote }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{ include "partnerline.podLabels" . }}
{{- end -}}

{{/* The image of a program: root, name, digest. */}}
{{- define "partnerline.image" -}}
{{- $i := .root.Values.image -}}
{{- with $i.registry }}{{ . }}/{{ end }}{{ $i.repository }}/{{ .name }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ $i.tag | default .root.Chart.AppVersion }}{{ end -}}
{{- end -}}

{{/* A number of YAML is a float here, and a large one prints as 2.147483648e+09. */}}
{{- define "partnerline.text" -}}
{{- if and (kindIs "float64" .) (eq . (floor .)) }}{{ int64 . }}{{ else }}{{ . }}{{ end -}}
{{- end -}}

{{/* The settings of a program, as YAML: root, name. */}}
{{- define "partnerline.settings" -}}
{{- $known := get (.root.Files.Get "settings.json" | fromJson) .name -}}
{{- $own := get .root.Values .name -}}
{{- $all := dict -}}
{{- range $from := list .root.Values.settings $own.settings -}}
{{- range $name, $value := $from -}}
{{- if has $name $known.settings -}}
{{- $_ := set $all $name $value -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- if and .root.Values.development.enabled (has "NATS_URL" $known.settings) -}}
{{- $_ := set $all "NATS_URL" "nats://nats:4222" -}}
{{- end -}}
{{- range $name, $value := $all -}}
{{- if not (kindIs "invalid" $value) }}
{{ $name }}: {{ include "partnerline.text" $value | quote }}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* Whether documents lie on a volume. */}}
{{- define "partnerline.documents" -}}
{{- if not (get (include "partnerline.settings" (dict "root" . "name" "partnerconnect") | fromYaml) "DOCUMENTS_S3_ENDPOINT") }}volume{{ end -}}
{{- end -}}

{{- define "partnerline.documentsClaim" -}}
{{ .Values.partnerconnect.documents.existingClaim | default "documents" }}
{{- end -}}

{{/* The files of the secret settings of a program, as the sources of a projected volume: root, name. Others: a list of settings, instead of all. */}}
{{- define "partnerline.secretSources" -}}
{{- $own := get .root.Values .name -}}
{{- $only := get . "only" -}}
{{- range $setting, $at := $own.secrets }}
{{- if and (not (kindIs "invalid" $at)) (or (not $only) (has $setting $only)) }}
- secret:
    name: {{ get $at "name" | default $own.secret }}
    items: [{key: {{ get $at "key" | default (lower $setting) }}, path: {{ lower $setting }}}]
{{- end }}
{{- end }}
{{- end -}}

{{/* Changes when a Secret that the program reads does. Without a cluster, as in helm template, there is nothing to look at. */}}
{{- define "partnerline.secretsChecksum" -}}
{{- $root := .root -}}
{{- $own := get .root.Values .name -}}
{{- $names := list $own.secret -}}
{{- range $setting, $at := $own.secrets -}}
{{- if $at -}}{{- $names = append $names (get $at "name" | default $own.secret) -}}{{- end -}}
{{- end -}}
{{- $all := dict -}}
{{- range $name := uniq $names -}}
{{- with lookup "v1" "Secret" $root.Release.Namespace $name -}}
{{- $_ := set $all $name .data -}}
{{- end -}}
{{- end -}}
{{- if $all }}{{ toJson $all | sha256sum }}{{ end -}}
{{- end -}}

{{/* What pods of a program add to those of all: root, name. */}}
{{- define "partnerline.pod" -}}
{{- $own := get .root.Values .name -}}
{{- toYaml (mergeOverwrite (deepCopy .root.Values.pod) (deepCopy $own.pod)) -}}
{{- end -}}

{{- define "partnerline.serviceAccount" -}}
{{- $own := get .root.Values .name -}}
{{ $own.serviceAccount.name | default .name }}
{{- end -}}

{{- define "partnerline.confined" -}}
{allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: {drop: [ALL]}}
{{- end -}}

{{- define "partnerline.pullSecrets" -}}
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
{{- range . }}
  - name: {{ . }}
{{- end }}
{{- end }}
{{- end -}}

{{/* The host of PUBLIC_BASE_URL: root, name. */}}
{{- define "partnerline.host" -}}
{{- $url := get (include "partnerline.settings" . | fromYaml) "PUBLIC_BASE_URL" | required (printf "%s.settings.PUBLIC_BASE_URL: its host is that of the Ingress or HTTPRoute; set it, such as to https://%s.example.com" .name .name) -}}
{{- (urlParse $url).hostname -}}
{{- end -}}

{{/* Names by which the certificate of a program is verified: root, name. The first one is that which admin commands expect. */}}
{{- define "partnerline.dnsNames" -}}
- {{ .name }}
- {{ .name }}.{{ .root.Release.Namespace }}
- {{ .name }}.{{ .root.Release.Namespace }}.svc
- {{ .name }}.{{ .root.Release.Namespace }}.svc.{{ .root.Values.tls.clusterDomain }}
{{- end -}}

{{/* A setting that is a time, in seconds: root, name, setting, default (that of the program). */}}
{{- define "partnerline.seconds" -}}
{{- $time := get (include "partnerline.settings" . | fromYaml) .setting | default .default -}}
{{- if not (regexMatch "^[0-9]+s$" $time) -}}
{{- fail (printf "settings.%s: %q: give it in seconds, such as %s: the pod's grace period follows from it" .setting $time .default) -}}
{{- end -}}
{{- trimSuffix "s" $time -}}
{{- end -}}
