package ir

import (
	"fmt"
	"strings"
	"testing"
)

const things = `{"openapi": "3.1.0", "info": {"title": "Things"}, "paths": {
  "/things": {
    "get": {"operationId": "listThings", "tags": ["Things"], "description": "Lists.",
      "parameters": [{"name": "state", "in": "query", "schema": {"$ref": "#/components/schemas/State"}}, {"name": "page_token", "in": "query", "schema": {"type": "string"}}],
      "responses": {"200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/ListThingsResponse"}}}}}},
    "post": {"operationId": "createThing", "tags": ["Things"], "description": "Creates.",
      "parameters": [{"name": "Idempotency-Key", "in": "header", "schema": {"type": "string"}}],
      "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/CreateThingRequest"}}}},
      "responses": {"201": {"headers": {"ETag": {}}, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/CreateThingResponse"}}}},
        "409": {"description": "- ` + "`thing_exists`" + `: It exists. Use it.", "content": {"application/problem+json": {"schema": {"allOf": [{}, {"properties": {"code": {"enum": ["thing_exists"]}}}]}}}}}}},
  "/things/{thing_id}": {
    "delete": {"operationId": "deleteThing", "tags": ["Things"], "description": "Deletes.",
      "parameters": [{"name": "thing_id", "in": "path", "required": true, "schema": {"type": "string"}}, {"name": "If-Match", "in": "header", "schema": {"type": "string"}}],
      "responses": {"204": {}}}}},
 "components": {"schemas": {
  "State": {"type": "string", "description": "Where it is.\n\n- ` + "`new`" + `: Not used yet.\n- ` + "`old`" + `: Used.", "enum": ["new", "old"]},
  "CreateThingRequest": {"type": "object", "properties": {"name": {"type": "string"}, "note": {"type": ["string", "null"]}}, "required": ["name"]},
  "Thing": {"type": "object", "properties": {"thing_id": {"type": "string"}, "state": {"anyOf": [{"$ref": "#/components/schemas/State"}, {"type": "null"}]}, "made_at": {"type": "string", "format": "date-time"}}, "required": ["thing_id", "state", "made_at"]},
  "GetThingResponse": {"type": "object", "properties": {"data": {"$ref": "#/components/schemas/Thing"}}, "required": ["data"]},
  "CreateThingResponse": {"type": "object", "properties": {"data": {"$ref": "#/components/schemas/Thing"}, "meta": {"$ref": "#/components/schemas/Meta"}}, "required": ["data", "meta"]},
  "Meta": {"type": "object", "properties": {"pin": {"type": ["string", "null"], "format": "password"}}, "required": ["pin"]},
  "ListThingsResponse": {"type": "object", "properties": {"data": {"type": "array", "items": {"$ref": "#/components/schemas/Thing"}}, "next_page_token": {"type": "string"}}}}}}`

// summary is a library in few words.
func summary(lib *Library) string {
	var b strings.Builder
	for _, r := range lib.Resources {
		for _, m := range r.Methods {
			fmt.Fprintf(&b, "%s.%s %s %s retry=%s", r.Name.Snake(), m.Name.Snake(), m.HTTP, m.Path, m.Retry)
			for _, a := range m.Args {
				fmt.Fprintf(&b, " arg=%s", a.Name.Snake())
			}
			if m.Params != nil {
				fmt.Fprintf(&b, " params=%s", m.Params.Name.Pascal())
			}
			if m.Result != nil {
				fmt.Fprintf(&b, " result=%s unwrap=%t secrets=%v", m.Result.Kind, m.Unwrap, m.Result.Secrets())
			}
			if m.Page != nil {
				fmt.Fprintf(&b, " page=%s meta=%t", m.Page.Param, m.Page.Meta)
			}
			fmt.Fprintf(&b, " if_match=%t etag=%t\n", m.IfMatch, m.ETag)
		}
	}
	for _, m := range lib.Models {
		fmt.Fprintf(&b, "%s:", m.Name.Pascal())
		for _, f := range m.Fields {
			fmt.Fprintf(&b, " %s=%s,%t,%t%s", f.JSON, f.Type.Kind, f.Required, f.Nullable, f.In)
		}
		b.WriteByte('\n')
	}
	for _, e := range lib.Enums {
		for _, v := range e.Values {
			fmt.Fprintf(&b, "%s.%s=%s: %s\n", e.Name.Pascal(), v.Name.Upper(), v.Value, v.Description)
		}
	}
	for _, e := range lib.Errors {
		fmt.Fprintf(&b, "%s %s: %s\n", e.Status, e.Code, e.Description)
	}
	return b.String()
}

func TestRead(t *testing.T) {
	lib, err := Read("1.2.3", []Source{{"things", []byte(things)}})
	if err != nil {
		t.Fatal(err)
	}
	const want = `things.list GET /things retry=http params=ListThingsParams result=list unwrap=true secrets=[] page=page_token meta=false if_match=false etag=false
things.create POST /things retry=key params=CreateThingParams result=model unwrap=false secrets=[[meta pin]] if_match=false etag=true
things.delete DELETE /things/{thing_id} retry=http arg=thing_id if_match=true etag=false
ListThingsParams: state=enum,false,falsequery page_token=string,false,falsequery
Thing: thing_id=string,true,false state=enum,true,true made_at=time,true,false
CreateThingParams: name=string,true,falsebody note=string,false,truebody
CreateThingResult: data=model,true,false meta=model,true,false
Meta: pin=string,true,true
State.NEW=new: Not used yet.
State.OLD=old: Used.
409 thing_exists: It exists. Use it.
`
	if got := summary(lib); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// What clients could not be generated from is refused, and says what to do.
func TestReadRefuses(t *testing.T) {
	for name, c := range map[string]struct{ old, new, want string }{
		"an unknown header": {`"name": "If-Match", "in": "header"`, `"name": "X-New", "in": "header"`, "things: deleteThing: the parameter X-New in header has no meaning to clients"},
		"a method twice":    {`"operationId": "deleteThing"`, `"operationId": "createThings"`, "things has two methods create"},
		"no tag":            {`"tags": ["Things"], "description": "Deletes."`, `"description": "Deletes."`, "no tag"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Read("1.2.3", []Source{{"things", []byte(strings.Replace(things, c.old, c.new, 1))}})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %s", err, c.want)
			}
		})
	}
}
