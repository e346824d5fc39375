package understudytest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"strings"
	"testing"
)

// document is the part of the OpenAPI document that the tests need.
type document struct {
	Paths map[string]map[string]struct {
		OperationID string
		Parameters  []struct {
			Name, In string
			Schema   schema
		}
		RequestBody *struct{}
	}
	Components struct{ Schemas map[string]schema }
}

type schema struct {
	Ref                  string `json:"$ref"`
	Type                 any
	Enum                 []any
	Properties           map[string]schema
	Items                *schema
	AdditionalProperties any
	AnyOf, OneOf         []schema
}

func openAPI(t *testing.T) document {
	t.Helper()
	server, err := shared()
	if err != nil {
		t.Fatal(err)
	}
	var found document
	if err := server.request("GET", "/openapi.json", nil, &found); err != nil {
		t.Fatal(err)
	}
	return found
}

// Each operation of a sandbox is a method, and each method sends the request that the document describes.
func TestOperations(t *testing.T) {
	var received *http.Request
	var hasBody bool
	recorder := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		received, hasBody = r, r.ContentLength > 0
		// JSON that any result accepts.
		fmt.Fprint(w, "null")
	}))
	defer recorder.Close()
	box := reflect.ValueOf(&Sandbox{ID: "ID", tb: t, server: &server{url: recorder.URL}})

	known := map[string]bool{"Provider": true, "Request": true, "Refusals": true}
	for path, item := range openAPI(t).Paths {
		if !strings.HasPrefix(path, "/sandboxes/{sandbox}") {
			continue
		}
		for verb, operation := range item {
			name := strings.ToUpper(operation.OperationID[:1]) + operation.OperationID[1:]
			known[name] = true
			method := box.MethodByName(name)
			if !method.IsValid() {
				t.Errorf("Sandbox has no method %s for %s %s", name, verb, path)
				continue
			}
			var arguments []reflect.Value
			expected := strings.Replace(path, "{sandbox}", "ID", 1)
			queried := false
			for _, parameter := range operation.Parameters {
				if parameter.In == "query" {
					queried = true
				}
				if parameter.In != "path" || parameter.Name == "sandbox" {
					continue
				}
				value, kind := reflect.ValueOf(parameter.Name+" /ü"), method.Type().In(len(arguments)).Kind()
				if kind == reflect.Int {
					value = reflect.ValueOf(7)
				}
				arguments = append(arguments, value)
				expected = strings.Replace(expected, "{"+parameter.Name+"}", url.PathEscape(fmt.Sprint(value)), 1)
			}
			if operation.RequestBody != nil || queried {
				last := method.Type().In(len(arguments))
				if method.Type().IsVariadic() {
					last = last.Elem()
				}
				arguments = append(arguments, filled(last))
			}
			method.Call(arguments)
			if found := received.Method + " " + received.URL.EscapedPath(); found != strings.ToUpper(verb)+" /_understudy"+expected {
				t.Errorf("%s: expected %s %s, found %s", name, verb, expected, found)
			}
			if hasBody != (operation.RequestBody != nil) {
				t.Errorf("%s: a body is sent: %v", name, hasBody)
			}
			// The result of another format is not a list of entries, and these two do not apply to a count.
			extra := map[string]bool{}
			if name == "CountJournal" {
				extra = map[string]bool{"limit": true, "wait": true}
			}
			query := received.URL.Query()
			for _, parameter := range operation.Parameters {
				if parameter.In == "query" && parameter.Name != "format" && !query.Has(parameter.Name) {
					t.Errorf("%s: no field for the parameter %s", name, parameter.Name)
				}
				query.Del(parameter.Name)
			}
			for parameter := range query {
				if !extra[parameter] {
					t.Errorf("%s: the server has no parameter %s", name, parameter)
				}
			}
		}
	}
	for i := 0; i < box.NumMethod(); i++ {
		if name := box.Type().Method(i).Name; !known[name] {
			t.Errorf("the server has no operation for the method %s", name)
		}
	}
}

// filled returns a value with something in each field of its type, so that nothing is omitted.
func filled(of reflect.Type) reflect.Value {
	value := reflect.New(of).Elem()
	if of.Kind() == reflect.Struct {
		for i := 0; i < of.NumField(); i++ {
			switch field := value.Field(i); field.Kind() {
			case reflect.String:
				field.SetString("x")
			case reflect.Int:
				field.SetInt(1)
			}
		}
	}
	return value
}

// The members of each type are those of its schema.
func TestTypes(t *testing.T) {
	schemas := openAPI(t).Components.Schemas
	check := checker{t: t, schemas: schemas, seen: map[reflect.Type]bool{}}
	types := map[string]any{
		"Answer": Answer{}, "Checkpoint": Checkpoint{}, "Claim": Claim{}, "Client": Client{}, "Clock": Clock{},
		"ClockChange": ClockChange{}, "Count": Count{}, "Device": Device{}, "DeviceApproval": DeviceApproval{},
		"DeviceDenial": DeviceDenial{}, "EndedSessions": EndedSessions{}, "Entry": Entry{}, "KeyRotation": KeyRotation{},
		"Keys": Keys{}, "MintedTokens": MintedTokens{}, "NewCheckpoint": NewCheckpoint{}, "NewClient": NewClient{},
		"NewRule": NewRule{}, "NewSandbox": NewSandbox{}, "NewSecurityEvent": NewSecurityEvent{}, "NewTokens": NewTokens{},
		"NewWorkloadToken": NewWorkloadToken{}, "Provider": Provider{}, "Rule": Rule{}, "RuleSwitch": RuleSwitch{},
		"Sandbox": State{}, "SecurityEvent": SecurityEvent{}, "Session": Session{},
		"SigningKey": SigningKey{}, "Switches": Switches{}, "Token": Token{}, "Workload": Workload{}, "WorkloadToken": WorkloadToken{},
	}
	for name := range schemas {
		switch name {
		// People and claims are maps, and rules are lists. The rest is no part of a sandbox.
		case "Person", "NewPerson", "PersonPatch", "Claims", "NewRules", "Problem":
		case "Configuration", "NewConfiguration", "Index", "Scenario":
		default:
			if types[name] == nil {
				t.Errorf("no type for the schema %s", name)
			}
		}
	}
	for name, value := range types {
		if _, found := schemas[name]; !found {
			t.Errorf("the server has no schema %s", name)
			continue
		}
		check.compare(name, reflect.TypeOf(value), schemas[name])
	}
	problem := schemas["Problem"]
	delete(problem.Properties, "type")
	check.compare("Problem", reflect.TypeOf(ControlAPIError{}), problem)
}

type checker struct {
	t       *testing.T
	schemas map[string]schema
	seen    map[reflect.Type]bool
}

func (c checker) compare(place string, of reflect.Type, in schema) {
	if in.Ref != "" {
		name := in.Ref[strings.LastIndex(in.Ref, "/")+1:]
		in = c.schemas[name]
	}
	if choices := append(in.AnyOf, in.OneOf...); in.Properties == nil && len(choices) > 0 {
		// A list of rules is the last choice of three.
		if of.Kind() == reflect.Slice {
			c.compare(place, of, choices[len(choices)-1])
		} else if of.Kind() == reflect.Struct {
			c.compare(place, of, choices[0])
		}
		return
	}
	switch of.Kind() {
	case reflect.Pointer:
		c.compare(place, of.Elem(), in)
	case reflect.Slice:
		if in.Items == nil {
			c.t.Errorf("%s: expected %v, found a list", place, in.Type)
			return
		}
		c.compare(place, of.Elem(), *in.Items)
	case reflect.Struct:
		if c.seen[of] {
			return
		}
		c.seen[of] = true
		fields := map[string]reflect.Type{}
		for _, field := range reflect.VisibleFields(of) {
			if name, _, _ := strings.Cut(field.Tag.Get("json"), ","); name != "" {
				fields[name] = field.Type
			}
		}
		// A scenario is another kind of rule, and a secret is not shown.
		if of == reflect.TypeOf(NewRule{}) || of == reflect.TypeOf(Rule{}) {
			delete(fields, "scenario")
		}
		if of == reflect.TypeOf(Client{}) {
			delete(fields, "secret")
		}
		for name, property := range in.Properties {
			if fields[name] == nil {
				c.t.Errorf("%s: %s has no field for %s", place, of.Name(), name)
				continue
			}
			c.compare(place+"."+name, fields[name], property)
			delete(fields, name)
		}
		for name := range fields {
			c.t.Errorf("%s: the server has no member %s", place, name)
		}
	case reflect.String, reflect.Int, reflect.Bool:
		wanted := map[reflect.Kind]string{reflect.String: "string", reflect.Int: "integer", reflect.Bool: "boolean"}[of.Kind()]
		if in.Type != wanted && (in.Enum == nil || wanted != "string") {
			c.t.Errorf("%s: expected %v, found %s", place, in.Type, wanted)
		}
	}
}
